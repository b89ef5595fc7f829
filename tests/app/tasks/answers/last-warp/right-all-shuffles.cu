//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
#define BLOCK 64
#define WARP 32
#define EVERYONE 0xffffffffu

template <int Width>
__device__ __forceinline__ int add_lanes(int v) {
#pragma unroll
  for (int offset = Width / 2; offset > 0; offset /= 2)
    v += __shfl_xor_sync(EVERYONE, v, offset);
  return v;
}

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int per_warp[WARP];
  const int lane = threadIdx.x & (WARP - 1);
  const int warp = threadIdx.x / WARP;
  const int i = blockIdx.x * BLOCK + threadIdx.x;

  int v = add_lanes<WARP>(i < n ? in[i] : 0);
  if (lane == 0) per_warp[warp] = v;
  __syncthreads();
  if (warp != 0) return;
  v = add_lanes<WARP>(lane < BLOCK / WARP ? per_warp[lane] : 0);
  if (lane == 0) out[blockIdx.x] = v;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
