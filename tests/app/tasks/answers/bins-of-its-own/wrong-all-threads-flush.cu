// says: atomics of bins
//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

// The count of a bin is added once by each thread, not once by the block.
__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ int own[BINS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    own[bin] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&own[pixels[i] % BINS], 1);
  __syncthreads();
  for (int bin = 0; bin < BINS; ++bin)
    atomicAdd(&bins[bin], own[bin]);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
