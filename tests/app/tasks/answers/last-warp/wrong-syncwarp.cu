// says: 13 shared loads of the busiest thread; should be at most 8
// Fewer barriers, but all goes through shared memory.
//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  sums[tid] = k < n ? in[k] : 0;
  __syncthreads();
  for (int s = BLOCK / 2; s >= 32; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    for (int s = 16; s > 0; s /= 2) {
      if (tid < s)
        sums[tid] += sums[tid + s];
      __syncwarp();
    }
    if (tid == 0)
      out[blockIdx.x] = sums[0];
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
