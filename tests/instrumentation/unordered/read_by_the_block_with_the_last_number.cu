//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
//! out = { sides = [1], fill = "zeros" }
// The block with the last number need not be the last one.
__global__ void sum(const int* in, int* total, int* out) {
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
    out[0] = total[0];
}
//= race total 8 atomic, 11 load
