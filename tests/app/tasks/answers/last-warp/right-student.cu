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
  int s = BLOCK / 2;
  while (s > 16) {
    if (tid < s) sums[tid] = sums[tid] + sums[tid + s];
    __syncthreads();
    s = s / 2;
  }
  // one warp is left
  if (tid / 32 == 0) {
    int value = sums[tid];
    value = value + __shfl_down_sync(0xffffffff, value, 16);
    value = value + __shfl_down_sync(0xffffffff, value, 8);
    value = value + __shfl_down_sync(0xffffffff, value, 4);
    value = value + __shfl_down_sync(0xffffffff, value, 2);
    value = value + __shfl_down_sync(0xffffffff, value, 1);
    if (tid == 0) out[blockIdx.x] = value;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
