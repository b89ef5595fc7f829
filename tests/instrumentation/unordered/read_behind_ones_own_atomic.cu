//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
//! out = { sides = [3], fill = "zeros" }
__global__ void sum(const int* in, int* total, int* out) {
  if (threadIdx.x != 0) return;
  atomicAdd(total, in[blockIdx.x * blockDim.x]);
  out[blockIdx.x] = total[0];
}
//= race total 8 atomic, 9 load
