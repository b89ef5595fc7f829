// Each warp counts in bins of its own, so that only its 32 lanes want the same one at once; then a thread for each bin
// adds up what the warps counted, and does its one atomic on global memory.
// data has n elements; bins has BINS, which begin as 0. The block is WARPS warps, and BINS threads or more.
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
  __syncwarp();  // nobody counts in a bin before it is empty; no other warp has to do with these
  if (i < n)
    atomicAdd(&counts[warp][data[i] % BINS], 1);
  __syncthreads();  // nobody takes a count before all warps have counted
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
