//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

// Lanes that want the same bin send one of them; what they bring is added up for the block,
// then for all.
__device__ __forceinline__ void add_for_all(int* cell, unsigned alike, int lane) {
  if (lane == __ffs(alike) - 1) atomicAdd(cell, __popc(alike));
}

__global__ void __launch_bounds__(64) shades(const unsigned char* __restrict__ pixels,
                                             int* __restrict__ bins, int n) {
  __shared__ int local[BINS + 1];  // the last one is for lanes without a pixel
  const int t = threadIdx.x, lane = t & 31;
  for (int b = t; b <= BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + t;
  const int want = i < n ? pixels[i] % BINS : BINS;
  add_for_all(&local[want], __match_any_sync(__activemask(), want), lane);
  __syncthreads();
  for (int b = t; b < BINS; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
