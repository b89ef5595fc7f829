// Tile sides as template arguments, launch bounds made of them, and guards everywhere.
// A B C: A B C
template <int BM, int BN, int BK>
__global__ void __launch_bounds__(BM * BN) gemm(const float* __restrict__ A, const float* __restrict__ B,
                                                float* __restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int tx = threadIdx.x % BN, ty = threadIdx.x / BN;
  const int row = blockIdx.y * BM + ty, col = blockIdx.x * BN + tx;
  float acc = 0.f;
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += BM * BN) {
      const int r = i / BK, c = i % BK;
      As[r][c] = blockIdx.y * BM + r < M && k0 + c < K ? A[(blockIdx.y * BM + r) * K + k0 + c] : 0.f;
    }
    for (int i = threadIdx.x; i < BK * BN; i += BM * BN) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] = k0 + r < K && blockIdx.x * BN + c < N ? B[(k0 + r) * N + blockIdx.x * BN + c] : 0.f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}

void run(const float* A, const float* B, float* C, int M, int N, int K) {
  gemm<8, 16, 4><<<dim3((N + 15) / 16, (M + 7) / 8), 128>>>(A, B, C, M, N, K);
}
