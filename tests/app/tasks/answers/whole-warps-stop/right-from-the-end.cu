//! n = 100
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  sums[tid] = k < n ? in[k] : 0;
  __syncthreads();
  // the last threads add, and the sum ends up in the last cell
  for (int s = BLOCK / 2; s >= 1; s = s >> 1) {
    if (tid >= BLOCK - s) sums[tid] += sums[tid - s];
    __syncthreads();
  }
  if (tid == BLOCK - 1) out[blockIdx.x] = sums[BLOCK - 1];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
