// says: ;
//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ int own[BINS];
  int tid = threadIdx.x;
  own[tid % BINS] = 0;
  __syncthreads()
  if (blockIdx.x * blockDim.x + tid < n)
    atomicAdd(&own[pixels[blockIdx.x * blockDim.x + tid] % BINS], 1);
  __syncthreads();
  if (tid < BINS)
    atomicAdd(&bins[tid], own[tid]);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
