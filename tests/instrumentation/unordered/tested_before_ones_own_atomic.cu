//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
// A sum that has passed the limit is not added to any more.
__global__ void sum(const int* in, int* total) {
  if (threadIdx.x == 0 && total[0] < 1000)
    atomicAdd(total, in[blockIdx.x * blockDim.x]);
}
//= note race total 8 atomic, 7 load
