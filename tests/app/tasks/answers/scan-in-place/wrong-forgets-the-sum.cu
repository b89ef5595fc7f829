// says: out[1] is 2 but should be 3
//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  sums[tid] = k < n ? in[k] : 0;
  __syncthreads();
  int mine = sums[tid];
  for (int s = 1; s < BLOCK; s *= 2) {
    int left = tid >= s ? sums[tid - s] : 0;
    __syncthreads();
    sums[tid] = left + mine;
    __syncthreads();
  }
  if (k < n)
    out[k] = sums[tid];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
