//! block = "WARP"
const int WARP = 32;

__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  int n = blockIdx.x * WARP + threadIdx.x;
  // Patches of 4 rows and 8 columns: of B they want one sector, of A and C four.
  const int across = N / 8, patches = (M + 3) / 4 * across;
  const int y = threadIdx.x / 8, x = threadIdx.x % 8;
  for (int p = n / WARP; p < patches; p += gridDim.x) {
    const int row = p / across * 4 + y, col = p % across * 8 + x;
    if (row >= M) continue;
    float s = 0;
    for (int k = 0; k < K; ++k) s += A[row * K + k] * B[k * N + col];
    C[row * N + col] = s;
  }
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
