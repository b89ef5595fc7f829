//! grid = 3
//! block = 1
//! in = { sides = [3], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
__global__ void sum(const int* in, int* total) {
  if (blockIdx.x == 0) {
    total[0] = 0;
    atomicAdd(&total[0], in[0]);
  } else {
    atomicAdd(&total[0], in[blockIdx.x]);
  }
}
//= race total 7 store, 10 atomic
