//! grid = 1
//! block = 32
//! letters = { sides = [32], fill = "random" }
//! counts = { sides = [4], fill = "zeros" }
__global__ void histogram(const int* letters, int* counts) {
  __shared__ int mine[4];
  if (threadIdx.x < 4) mine[threadIdx.x] = 0;
  __syncthreads();
  mine[letters[threadIdx.x] & 3] += 1;
  __syncthreads();
  if (threadIdx.x < 4) counts[threadIdx.x] = mine[threadIdx.x];
}
//= race mine 9 store, 9 load
//= race mine 9 store, 9 store
