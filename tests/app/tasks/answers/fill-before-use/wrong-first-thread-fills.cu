// says: on tileA, line
//! block = ["TILE", "TILE"]
const int TILE = 4;

// thread (0,0) comes first, so it fills all
__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int start = 0; start < K; start += TILE) {
    if (x == 0 && y == 0)
      for (int r = 0; r < TILE; ++r)
        for (int c = 0; c < TILE; ++c) {
          tileA[r][c] = A[(row + r) * K + start + c];
          tileB[r][c] = B[(start + r) * N + col + c];
        }
    for (int i = 0; i < TILE; ++i)
      sum += tileA[y][i] * tileB[i][x];
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
