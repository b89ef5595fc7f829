// says: on sums, line
//! block = "WARP"
const int WARP = 32;

__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  int n = blockIdx.x * WARP + threadIdx.x;
  __shared__ float sums[WARP];
  if (n < M * N) {
    int row = n / N, col = n % N;
    float sum = 0;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    sums[threadIdx.x] = sum;
  }
  if (threadIdx.x == WARP - 1)  // comes last, when all sums are there
    for (int i = 0; i < WARP && n - threadIdx.x + i < M * N; ++i)
      C[n - threadIdx.x + i] = sums[i];
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
