// A warp makes an element: its lanes share the sum out, and shuffle it together.
// A B C: a b c
__global__ void by_warps(const float* a, const float* b, float* c, int M, int N, int K) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= M * N) return;
  const int row = warp / N, col = warp % N;
  float part = 0;
  for (int k = lane; k < K; k += 32) part += a[row * K + k] * b[k * N + col];
  for (int d = 16; d > 0; d >>= 1) part += __shfl_down_sync(0xffffffffu, part, d);
  if (lane == 0) c[row * N + col] = part;
}
