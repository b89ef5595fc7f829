// says: C[0][0] is 10 706 but should be
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[2 * TILE][TILE], b[TILE][2 * TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = 2 * blockIdx.y * TILE + y, col = 2 * blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    for (int half = 0; half < 2; ++half) {
      a[y + half * TILE][x] = A[(row + half * TILE) * K + t + x];
      b[y][x + half * TILE] = B[(t + y) * N + col + half * TILE];
    }
    __syncthreads();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        for (int e = 0; e < TILE; ++e)
          sum += a[y + i * TILE][e] * b[e][x + j * TILE];
        C[(row + i * TILE) * N + col + j * TILE] = sum;
      }
    __syncthreads();
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
