// Four warps in a row of 128 threads, each with a 16 x 16 part of the block's tile: two columns of four a thread.
// A B C: A B C
#define BM 32
#define BN 32
#define BK 8
__global__ void __launch_bounds__(128) warpTiles(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BK][BM], Bs[BK][BN];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warpRow = warp / 2 * 16, warpCol = warp % 2 * 16;
  const int r0 = warpRow + lane / 8 * 4, c0 = warpCol + lane % 8 * 2;
  const int rowOfBlock = blockIdx.y * BM, colOfBlock = blockIdx.x * BN;
  float acc[4][2] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int n = threadIdx.x; n < BM * BK; n += blockDim.x) {
      const int r = n / BK, k = n % BK;
      As[k][r] = rowOfBlock + r < M && k0 + k < K ? A[(rowOfBlock + r) * K + k0 + k] : 0.0f;
    }
    for (int n = threadIdx.x; n < BK * BN; n += blockDim.x) {
      const int k = n / BN, c = n % BN;
      Bs[k][c] = k0 + k < K && colOfBlock + c < N ? B[(k0 + k) * N + colOfBlock + c] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) acc[i][j] += As[k][r0 + i] * Bs[k][c0 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      if (rowOfBlock + r0 + i < M && colOfBlock + c0 + j < N)
        C[(rowOfBlock + r0 + i) * N + colOfBlock + c0 + j] = acc[i][j];
}
