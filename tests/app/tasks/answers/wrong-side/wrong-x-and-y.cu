// says: C[0][0] is 30 but should be
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < K / TILE; ++t) {
    a[y][x] = A[row * K + t * TILE + x];
    b[x][y] = B[(t * TILE + y) * N + col];
    __syncthreads();
    for (int e = 0; e < TILE; ++e)
      sum += a[y][e] * b[e][x];
    __syncthreads();
  }
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
