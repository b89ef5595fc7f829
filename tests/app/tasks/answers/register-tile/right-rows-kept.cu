//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // B's tiles for one half of the columns after the other, A's for both.
  __shared__ float a[2][TILE][TILE], b[2][TILE][TILE];
  const int y = threadIdx.y, x = threadIdx.x;
  float sum[4] = {0, 0, 0, 0};
  for (int t = 0; t < K; t += TILE) {
    for (int h = 0; h < 2; ++h) {
      a[h][y][x] = A[((2 * blockIdx.y + h) * TILE + y) * K + t + x];
      b[h][y][x] = B[(t + y) * N + (2 * blockIdx.x + h) * TILE + x];
    }
    __syncthreads();
    for (int q = 0; q < 4; ++q)
      for (int e = 0; e < TILE; ++e) sum[q] += a[q / 2][y][e] * b[q % 2][e][x];
    __syncthreads();
  }
  for (int q = 0; q < 4; ++q) {
    const int row = (2 * blockIdx.y + q / 2) * TILE + y, col = (2 * blockIdx.x + q % 2) * TILE + x;
    C[row * N + col] = sum[q];
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
