//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
//! ready = { sides = [1], fill = "zeros" }
// All wait for the flag, which is raised when the sum is empty.
__global__ void sum(const int* in, int* total, int* ready) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    total[0] = 0;
    __threadfence();
    atomicExch(ready, 1);
  }
  if (threadIdx.x == 0)
    while (atomicAdd(ready, 0) == 0) {
    }
  __syncthreads();
  atomicAdd(&total[0], in[blockIdx.x * blockDim.x + threadIdx.x]);
}
