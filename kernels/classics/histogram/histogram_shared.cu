// Privatization: each block counts in its own bins in shared memory, and adds them to the global bins at the end. This
// takes 256 atomics on shared memory, and 8 per block on global memory.
// data has n elements; bins has BINS, which start at 0. A block has at least BINS threads.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 2
//! block = 128
const int BINS = 8;

__global__ void histogram_shared(const unsigned char* data, int* bins, int n) {
  __shared__ int counts[BINS];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  if (tid < BINS)
    counts[tid] = 0;
  __syncthreads();  // no thread counts in a bin before it is 0
  if (i < n)
    atomicAdd(&counts[data[i] % BINS], 1);
  __syncthreads();  // no thread reads a count before all have counted
  if (tid < BINS)
    atomicAdd(&bins[tid], counts[tid]);
}

void reference(const unsigned char* data, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[data[i] % BINS] += 1;
}
