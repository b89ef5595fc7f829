//! block = "WARP"
const int WARP = 32;

__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  int n = blockIdx.x * WARP + threadIdx.x;
  // The warp holds two elements of C apart: even and odd products, added at the end.
  __shared__ float odd[WARP];
  const int row = n / N, col = n % N;
  float even = 0.0f;
  odd[threadIdx.x] = 0.0f;
  if (row < M) {
    int k = 0;
    for (; k + 1 < K; k += 2) {
      even += A[row * K + k] * B[k * N + col];
      odd[threadIdx.x] += A[row * K + k + 1] * B[(k + 1) * N + col];
    }
    if (k < K) even += A[row * K + k] * B[k * N + col];
    C[row * N + col] = even + odd[threadIdx.x];
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
