//! n = 100
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__device__ int warp_total(int x) {
  for (int d = 16; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d);
  return x;
}

// Shuffles keep the lanes of a warp together; the warps' totals are the only cells that are needed.
__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int total = warp_total(i < n ? in[i] : 0);
  if (lane == 0) sums[warp] = total;
  __syncthreads();
  if (warp == 0) {
    const int all = warp_total(lane < BLOCK / 32 ? sums[lane] : 0);
    if (lane == 0) out[blockIdx.x] = all;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
