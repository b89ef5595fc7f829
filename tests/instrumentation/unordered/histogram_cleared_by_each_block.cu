//! grid = 2
//! block = 64
//! letters = { sides = [128], fill = "random" }
//! counts = { sides = [8], fill = "zeros" }
__global__ void histogram(const int* letters, int* counts) {
  if (threadIdx.x < 8) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[letters[blockIdx.x * blockDim.x + threadIdx.x] & 7], 1);
}
//= race counts 6 store, 8 atomic
