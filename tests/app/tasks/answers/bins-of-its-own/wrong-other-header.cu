// says: 160 atomics of bins
//! n = 1
//! pixels = { sides = ["n"], fill = "zeros" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 1
//! block = 64
const int BINS = 8;

// With a single pixel there is little to add.
__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[pixels[i] % BINS], 1);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
