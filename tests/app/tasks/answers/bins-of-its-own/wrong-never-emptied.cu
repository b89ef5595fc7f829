// says: of own, line
//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ int own[BINS];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  if (i < n)
    atomicAdd(&own[pixels[i] % BINS], 1);
  __syncthreads();
  for (int bin = tid; bin < BINS; bin += blockDim.x)
    atomicAdd(&bins[bin], own[bin]);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
