// Each of four warps makes a square of the block's tile, its threads 2 by 4 elements each.
// A B C: A B C
constexpr int kTile = 32, kDepth = 8, kWarp = 16;
__global__ void __launch_bounds__(128) warpTiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sa[kDepth][kTile + 1];
  __shared__ float sb[kDepth][kTile];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int r0 = (warp / 2) * kWarp + (lane / 4) * 2, c0 = (warp % 2) * kWarp + (lane % 4) * 4;
  const int rowBase = blockIdx.y * kTile, colBase = blockIdx.x * kTile;
  float acc[2][4] = {};
  for (int k0 = 0; k0 < K; k0 += kDepth) {
    for (int i = threadIdx.x; i < kTile * kDepth; i += 128) {
      sa[i % kDepth][i / kDepth] =
          rowBase + i / kDepth < M && k0 + i % kDepth < K ? A[(rowBase + i / kDepth) * K + k0 + i % kDepth] : 0.0f;
      sb[i / kTile][i % kTile] =
          k0 + i / kTile < K && colBase + i % kTile < N ? B[(k0 + i / kTile) * N + colBase + i % kTile] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) acc[i][j] += sa[k][r0 + i] * sb[k][c0 + j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      if (rowBase + r0 + i < M && colBase + c0 + j < N) C[(rowBase + r0 + i) * N + colBase + c0 + j] = acc[i][j];
}
