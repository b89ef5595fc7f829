//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
// Each warp puts its 32 digits together by shuffles, which keep the order.
const int BLOCK = 128;
const unsigned ALL = 0xffffffff;

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned of_warp[BLOCK / 32];
  int lane = threadIdx.x % 32;
  int k = blockIdx.x * BLOCK + threadIdx.x;
  unsigned value = k < n ? in[k] : 0, weight = 3;
  for (int s = 1; s < 32; s *= 2) {
    value = value * weight + __shfl_down_sync(ALL, value, s);
    weight *= weight;
  }
  if (lane == 0)
    of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned all = 0;
    for (int w = 0; w < BLOCK / 32; ++w)
      all = all * weight + of_warp[w];
    out[blockIdx.x] = all;
  }
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
