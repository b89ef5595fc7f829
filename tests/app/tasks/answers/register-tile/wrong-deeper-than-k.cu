// says: on A, line
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // square tiles of 8 x 8, as deep as they are wide
  __shared__ float a[2 * TILE][2 * TILE], b[2 * TILE][2 * TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int top = 2 * blockIdx.y * TILE, left = 2 * blockIdx.x * TILE;
  float sum[2][2] = {};
  for (int t = 0; t < K; t += 2 * TILE) {
    for (int r = y; r < 2 * TILE; r += TILE)
      for (int c = x; c < 2 * TILE; c += TILE) {
        a[r][c] = A[(top + r) * K + t + c];
        b[r][c] = B[(t + r) * N + left + c];
      }
    __syncthreads();
    for (int e = 0; e < 2 * TILE; ++e)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[y + i * TILE][e] * b[e][x + j * TILE];
    __syncthreads();
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
