//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float top[TILE][TILE], bottom[TILE][TILE];   // of A
  __shared__ float left[TILE][TILE], right[TILE][TILE];   // of B
  int y = threadIdx.y, x = threadIdx.x;
  int row = 2 * TILE * blockIdx.y + y;
  int col = 2 * TILE * blockIdx.x + x;
  float topLeft = 0, topRight = 0, bottomLeft = 0, bottomRight = 0;
  for (int t = 0; t < K / TILE; t++) {
    top[y][x] = A[row * K + t * TILE + x];
    bottom[y][x] = A[(row + TILE) * K + t * TILE + x];
    left[y][x] = B[(t * TILE + y) * N + col];
    right[y][x] = B[(t * TILE + y) * N + col + TILE];
    __syncthreads();
    for (int e = 0; e < TILE; e++) {
      topLeft += top[y][e] * left[e][x];
      topRight += top[y][e] * right[e][x];
      bottomLeft += bottom[y][e] * left[e][x];
      bottomRight += bottom[y][e] * right[e][x];
    }
    __syncthreads();
  }
  C[row * N + col] = topLeft;
  C[row * N + col + TILE] = topRight;
  C[(row + TILE) * N + col] = bottomLeft;
  C[(row + TILE) * N + col + TILE] = bottomRight;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
