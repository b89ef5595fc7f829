//! grid = 4
//! block = 64
//! in = { sides = [256], fill = "random" }
//! partial = { sides = [4], fill = "zeros" }
//! out = { sides = [1], fill = "zeros" }
// The block with the last number need not be the last one.
__global__ void sum(const float* in, float* partial, float* out) {
  if (threadIdx.x == 0) partial[blockIdx.x] = in[blockIdx.x * blockDim.x];
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
    float all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      all += partial[b];
    *out = all;
  }
}
//= race partial 8 store, 13 load
