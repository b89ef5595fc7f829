// says: 1 536 global loads and atomics; should be at most 384
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  if (row < M && col < N)
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
  if (row < M && col < N) C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
