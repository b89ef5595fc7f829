//! block = ["TILE", "TILE"]
#define TILE 4
#define ROW (blockIdx.y * TILE + threadIdx.y)
#define COL (blockIdx.x * TILE + threadIdx.x)

// the barrier at the top is the one that was at the bottom before
__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  int y = threadIdx.y;
  int x = threadIdx.x;
  float sum = 0;
  int start = 0;
  while (start < K) {
    __syncthreads();
    tileA[y][x] = A[ROW * K + start + x];
    tileB[y][x] = B[(start + y) * N + COL];
    __syncthreads();
    for (int i = 0; i < TILE; i++) sum = sum + tileA[y][i] * tileB[i][x];
    start += TILE;
  }
  C[ROW * N + COL] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
