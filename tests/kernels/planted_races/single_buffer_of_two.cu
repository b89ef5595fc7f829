// The second half of a double buffer is never used: the next tile overwrites the one that is read.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float left[2][TILE][TILE], right[2][TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  int buffer = 0;
  left[0][y][x] = A[row * K + x];
  right[0][y][x] = B[y * N + col];
  __syncthreads();
  float sum = 0.0f;
  for (int t = 0; t < K; t += TILE) {
    if (t + TILE < K) {
      left[buffer][y][x] = A[row * K + t + TILE + x];
      right[buffer][y][x] = B[(t + TILE + y) * N + col];
    }
    for (int k = 0; k < TILE; ++k) sum += left[buffer][y][k] * right[buffer][k][x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
