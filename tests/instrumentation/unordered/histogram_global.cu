//! grid = 2
//! block = 64
//! letters = { sides = [128], fill = "random" }
//! counts = { sides = [8], fill = "zeros" }
__global__ void histogram(const int* letters, unsigned* counts) {
  atomicAdd(&counts[letters[blockIdx.x * blockDim.x + threadIdx.x] & 7], 1u);
}
