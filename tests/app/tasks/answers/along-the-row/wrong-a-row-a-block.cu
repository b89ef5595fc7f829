// says: C[15][0] is not a number but should be
//! block = "WARP"
const int WARP = 32;

__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  int n = blockIdx.x * WARP + threadIdx.x;
  // a block makes a row
  int row = blockIdx.x, col = threadIdx.x;
  if (n < M * N) {
    float sum = 0;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
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
