//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

// All shades are kept in shared memory, and a thread for each bin counts its own: no atomic there.
#define MOST 1024
#define FOR_MY_BINS(b) for (int b = threadIdx.x; b < BINS; b += blockDim.x)
__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ unsigned char kept[MOST];
  int first = blockIdx.x * blockDim.x;
  int here = min((int)blockDim.x, n - first);
  if ((int)threadIdx.x < here)
    kept[threadIdx.x] = pixels[first + threadIdx.x] % BINS;
  __syncthreads();
  FOR_MY_BINS(b) {
    int count = 0;
    for (int k = 0; k < here; ++k)
      count += kept[k] == b;
    atomicAdd(bins + b, count);
  }
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
