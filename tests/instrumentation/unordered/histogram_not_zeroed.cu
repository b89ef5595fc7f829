//! grid = 2
//! block = 64
//! letters = { sides = [256], fill = "random" }
//! counts = { sides = [8], fill = "zeros" }
//! n = 256
__global__ void histogram(const int* letters, int* counts, int n) {
  __shared__ int bins[8];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[letters[i] & 7], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
//= uninitialised_read bins 9 atomic
