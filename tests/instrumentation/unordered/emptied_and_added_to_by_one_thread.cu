//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
__global__ void sum(const int* in, int* total) {
  if (threadIdx.x != 0) return;
  total[0] = 0;
  atomicAdd(&total[0], in[blockIdx.x * blockDim.x]);
}
//= race total 7 store, 8 atomic
