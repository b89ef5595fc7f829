//! grid = 3
//! block = 32
//! in = { sides = [96], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
// The warp waits for its lane, but no thread waits for other blocks.
__global__ void sum(const int* in, int* total) {
  if (threadIdx.x == 0) total[0] = 0;
  __syncwarp();
  atomicAdd(&total[0], in[blockIdx.x * blockDim.x + threadIdx.x]);
}
//= race total 7 store, 9 atomic
