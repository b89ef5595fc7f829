// Histogram of 2^24 bytes into 256 bins, block-private bins in shared memory. Right; millions of atomics to many cells.
#define NUM_INPUTS (1 << 24)
#define NUM_BINS   256

__global__ void histogram256(const unsigned char * data, unsigned int * bins, int count)
{
  __shared__ unsigned int local_bins[NUM_BINS];
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
    local_bins[b] = 0;
  __syncthreads();

  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
    atomicAdd(&local_bins[data[i]], 1u);
  __syncthreads();

  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
    atomicAdd(&bins[b], local_bins[b]);
}

int main(void)
{
  unsigned char * data;
  unsigned int * bins;
  cudaMalloc(&data, NUM_INPUTS);
  cudaMalloc(&bins, NUM_BINS * sizeof(unsigned int));
  cudaMemset(data, 7, NUM_INPUTS);
  cudaMemset(bins, 0, NUM_BINS * sizeof(unsigned int));
  histogram256<<<240, 256>>>(data, bins, NUM_INPUTS);
  return cudaDeviceSynchronize();
}
