// says: on a, line
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // the last thread fetches for all, when they have used what was there before
  __shared__ float a[2 * TILE][TILE], b[TILE][2 * TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int top = 2 * blockIdx.y * TILE, left = 2 * blockIdx.x * TILE;
  float sum[2][2] = {};
  for (int t = 0; t < K; t += TILE) {
    if (y == TILE - 1 && x == TILE - 1)
      for (int i = 0; i < 2 * TILE; ++i)
        for (int e = 0; e < TILE; ++e) {
          a[i][e] = A[(top + i) * K + t + e];
          b[e][i] = B[(t + e) * N + left + i];
        }
    __syncthreads();
    for (int e = 0; e < TILE; ++e)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[y + i * TILE][e] * b[e][x + j * TILE];
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      C[(top + y + i * TILE) * N + left + x + j * TILE] = sum[i][j];
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
