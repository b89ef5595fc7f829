//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
// The others may have added before the first one begins.
__global__ void sum(const int* in, int* total) {
  if (blockIdx.x == 0 && threadIdx.x == 0) total[0] = 0;
  __syncthreads();
  atomicAdd(&total[0], in[blockIdx.x * blockDim.x + threadIdx.x]);
}
//= race total 7 store, 9 atomic
