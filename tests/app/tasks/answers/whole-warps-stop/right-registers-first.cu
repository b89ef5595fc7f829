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
  int mine = k < n ? in[k] : 0;
  // who has added for the last time has put its sum where the others find it
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (tid >= half && tid < 2 * half)
      sums[tid] = mine;
    __syncthreads();
    if (tid < half)
      mine += sums[tid + half];
  }
  if (tid == 0)
    out[blockIdx.x] = mine;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
