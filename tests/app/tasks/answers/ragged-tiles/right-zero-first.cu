//! block = ["TILE", "TILE"]
const int TILE = 4;

// students' way: first a zero, then the element if there is one
__global__ void any_sides(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tA[TILE][TILE];
  __shared__ float tB[TILE][TILE];
  int y = threadIdx.y;
  int x = threadIdx.x;
  int row = blockIdx.y * TILE + y;
  int col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int tile = 0; tile * TILE < K; tile++) {
    tA[y][x] = 0;
    tB[y][x] = 0;
    if (row < M) {
      if (tile * TILE + x < K) {
        tA[y][x] = A[row * K + tile * TILE + x];
      }
    }
    if (col < N) {
      if (tile * TILE + y < K) {
        tB[y][x] = B[(tile * TILE + y) * N + col];
      }
    }
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
      sum = sum + tA[y][k] * tB[k][x];
    }
    __syncthreads();
  }
  if (row < M && col < N) {
    C[row * N + col] = sum;
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
