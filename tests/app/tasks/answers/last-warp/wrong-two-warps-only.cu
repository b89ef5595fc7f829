// says: Uninitialised read of upper
// Written for a block of 64.
//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int upper[32];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  int sum = k < n ? in[k] : 0;
  if (tid >= 32 && tid < 64)
    upper[tid - 32] = sum;
  __syncthreads();
  if (tid < 32) {
    sum += upper[tid];
    for (int s = 16; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, s);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
