//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

// Each warp adds its own sum to the block's in global memory: no barrier, no shared memory.
__global__ void sum_up(const int* in, int* out, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&out[blockIdx.x], sum);
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
