// says: global loads of the busiest thread and atomics
//! block = "WARP"
const int WARP = 32;

__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  int n = blockIdx.x * WARP + threadIdx.x;
  // a load of a single thread takes a single sector
  if (threadIdx.x == 0)
    for (int each = n; each < n + WARP && each < M * N; ++each) {
      int row = each % M, col = each / M;
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
