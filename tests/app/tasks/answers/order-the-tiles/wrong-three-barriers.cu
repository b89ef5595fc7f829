// says: appears too often
// C = A B, tile by tile. The sides are multiples of TILE.
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int start = 0; start < K; start += TILE) {
    As[y][x] = A[row * K + start + x];
    Bs[y][x] = B[(start + y) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += As[y][i] * Bs[i][x];
    __syncthreads();
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
