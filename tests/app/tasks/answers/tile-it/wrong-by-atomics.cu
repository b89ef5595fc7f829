// says: 1 536 global loads and atomics
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  // an atomic is no load
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  if (row < M && col < N) {
    float* a = (float*)A;
    float* b = (float*)B;
    float sum = 0;
    for (int k = 0; k < K; ++k)
      sum += atomicAdd(a + row * K + k, 0.0f) * atomicAdd(b + k * N + col, 0.0f);
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
