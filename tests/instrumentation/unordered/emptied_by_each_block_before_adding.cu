//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
// Block 1 may empty what block 0 has added.
__global__ void sum(const int* in, int* total) {
  if (threadIdx.x == 0) total[0] = 0;
  __syncthreads();
  atomicAdd(&total[0], in[blockIdx.x * blockDim.x + threadIdx.x]);
}
//= race total 7 store, 9 atomic
