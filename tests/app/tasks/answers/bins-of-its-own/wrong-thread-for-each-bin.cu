// says: launch 3
//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

// Right for blocks of BINS threads or more.
__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  __shared__ int own[BINS];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  if (tid < BINS)
    own[tid] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&own[pixels[i] % BINS], 1);
  __syncthreads();
  if (tid < BINS)
    atomicAdd(&bins[tid], own[tid]);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
