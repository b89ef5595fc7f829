// says: C[0][4] is 2 724 but should be
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // a quarter of the work has a quarter of the loads
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = 2 * blockIdx.y * TILE + y, col = 2 * blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    a[y][x] = A[row * K + t + x];
    b[y][x] = B[(t + y) * N + col];
    __syncthreads();
    for (int e = 0; e < TILE; ++e)
      sum += a[y][e] * b[e][x];
    __syncthreads();
  }
  for (int q = 0; q < 4; ++q)
    C[(row + q / 2 * TILE) * N + col + q % 2 * TILE] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
