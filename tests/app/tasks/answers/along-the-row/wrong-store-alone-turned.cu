// says: C[0][1] is 12 644 but should be
//! block = "WARP"
const int WARP = 32;

__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  int n = blockIdx.x * WARP + threadIdx.x;
  if (n < M * N) {
    int row = n % M, col = n / M;
    float sum = 0;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[n] = sum;  // neighbours store side by side
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
