//! block = ["TILE", "TILE"]
const int TILE = 4;

__device__ float at(const float* of, int rows, int columns, int row, int column) {
  if (row >= rows || column >= columns) return 0;
  return of[row * columns + column];
}

// Nobody goes home before the last barrier.
__global__ void edge(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int col = blockIdx.x * TILE + threadIdx.x;
  const int tiles = (K - 1) / TILE + 1;
  float sum = 0;
  for (int n = 0; n < tiles; ++n) {
    if (n != 0) __syncthreads();
    As[threadIdx.y][threadIdx.x] = at(A, M, K, row, n * TILE + threadIdx.x);
    Bs[threadIdx.y][threadIdx.x] = at(B, K, N, n * TILE + threadIdx.y, col);
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
  }
  if (row >= M || col >= N) return;
  C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
