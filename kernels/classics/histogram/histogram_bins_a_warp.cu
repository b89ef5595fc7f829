// Privatization: each warp counts in its own bins, so only its 32 lanes compete for a bin. Then one thread for each bin
// adds up the counts of the warps, and does one atomic on global memory.
// data has n elements; bins has BINS, which start at 0. A block has WARPS warps and at least BINS threads.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 32 * WARPS - 1) / (32 * WARPS)"
//! block = "32 * WARPS"
const int BINS = 8;
const int WARPS = 4;

__global__ void histogram_bins_a_warp(const unsigned char* data, int* bins, int n) {
  __shared__ int counts[WARPS][BINS];
  int tid = threadIdx.x;
  int warp = tid / 32;
  int i = blockIdx.x * blockDim.x + tid;
  if (tid % 32 < BINS)
    counts[warp][tid % 32] = 0;
  __syncwarp();  // no lane counts in a bin before it is 0; no other warp uses these bins
  if (i < n)
    atomicAdd(&counts[warp][data[i] % BINS], 1);
  __syncthreads();  // no thread reads a count before all warps have counted
  if (tid < BINS) {
    int sum = 0;
    for (int w = 0; w < WARPS; ++w)
      sum += counts[w][tid];
    atomicAdd(&bins[tid], sum);
  }
}

void reference(const unsigned char* data, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[data[i] % BINS] += 1;
}
