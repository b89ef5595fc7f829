//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
//! come = { sides = [1], fill = "zeros" }
// The second one may add before the first one has emptied.
__global__ void sum(const int* in, int* total, int* come) {
  if (threadIdx.x == 0 && atomicAdd(come, 1) == 0) total[0] = 0;
  __syncthreads();
  atomicAdd(&total[0], in[blockIdx.x * blockDim.x + threadIdx.x]);
}
//= race total 8 store, 10 atomic
