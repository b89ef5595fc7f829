// c = a + b with a grid of any size: after each round, a thread moves on by the number of threads in the grid.
// a, b and c have n elements. Here 2 blocks of 256 threads share 1000 elements: 488 threads do 2 rounds, and 24 do 1.
//! n = 1000
//! a = { sides = [1000], fill = "counting" }
//! b = { sides = [1000], fill = "random" }
//! c = { sides = [1000] }
//! grid = 2
//! block = 256
__global__ void add_grid_stride(const float* a, const float* b, float* c, int n) {
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    c[i] = a[i] + b[i];
}

void reference(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
