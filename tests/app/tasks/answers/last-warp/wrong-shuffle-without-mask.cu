// says: CUDA removed the warp functions without a mask
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
  if (tid < 32) {
    int sum = sums[tid];
    for (int s = 16; s > 0; s /= 2)
      sum += __shfl_down(sum, s);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
