//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// Whole warps leave together, if they have nothing at all; else all lanes stay and swap their sums.
#define FULL_MASK 0xffffffffu
#define WARP_LOOP(d) for (int d = 1; d < 32; d <<= 1)

__device__ __forceinline__ int warp_total(int v) {
#pragma unroll
  WARP_LOOP(d) v += __shfl_xor_sync(FULL_MASK, v, d);
  return v;
}

__global__ void warp_sums(const int* __restrict__ in, int* __restrict__ out, int n) {
  const int lane = threadIdx.x & 31;
  const int first = blockIdx.x * blockDim.x + (threadIdx.x & ~31);
  if (first >= n) return;
  const int total = warp_total(first + lane < n ? in[first + lane] : 0);
  if (lane == 31) out[first >> 5] = total;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
