//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ int bins_s[BINS];
  for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x) {
    bins_s[b] = 0;
  }
  __syncthreads();
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins_s[pixels[i] % BINS], 1);
  }
  __syncthreads();
  for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x) {
    if (bins_s[b] > 0) {
      atomicAdd(&bins[b], bins_s[b]);
    }
  }
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
