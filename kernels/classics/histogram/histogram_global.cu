// Slow: counts in global memory how many elements of data fall into each bin. Each element takes one atomic, 256 in
// all, and atomics on the same bin wait for each other.
// data has n elements; bins has BINS, which start at 0.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 2
//! block = 128
const int BINS = 8;

__global__ void histogram_global(const unsigned char* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i] % BINS], 1);
}

void reference(const unsigned char* data, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[data[i] % BINS] += 1;
}
