// Wrong: bins in shared memory that no thread sets to 0. They start with whatever the memory holds, often zeros,
// so tests may miss the mistake.
// data has n elements; bins has BINS, which start at 0. A block has at least BINS threads.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 2
//! block = 128
const int BINS = 8;

__global__ void histogram_not_emptied(const unsigned char* data, int* bins, int n) {
  __shared__ int counts[BINS];  // the mistake: these are never set to 0
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
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
