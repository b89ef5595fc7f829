// says: 512 global loads and atomics
//! block = ["TILE", "TILE"]
const int TILE = 4;

// the fewest barriers: none
__global__ void square_by_square(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float c = 0;
  for (int e = 0; e < K; ++e) c += A[row * K + e] * B[e * N + col];
  C[row * N + col] = c;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
