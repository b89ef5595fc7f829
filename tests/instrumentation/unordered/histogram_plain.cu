//! grid = 2
//! block = 64
//! letters = { sides = [128], fill = "random" }
//! counts = { sides = [8], fill = "zeros" }
__global__ void histogram(const int* letters, int* counts) {
  counts[letters[blockIdx.x * blockDim.x + threadIdx.x] & 7] += 1;
}
//= race counts 6 store, 6 load
//= store_conflict counts 6 store, 6 store
