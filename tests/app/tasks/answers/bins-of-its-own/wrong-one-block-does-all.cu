// says: At most one load for each thread
//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

// Few atomics, as one block counts everything.
__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ int own[BINS];
  if (blockIdx.x > 0)
    return;
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&own[pixels[i] % BINS], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    atomicAdd(&bins[bin], own[bin]);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
