// says: C[0][0] is not a number but should be
//! block = ["TILE", "TILE"]
const int TILE = 4;

// the same condition as for the store
__global__ void any_sides(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tA[TILE][TILE], tB[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  int tiles = (K + TILE - 1) / TILE;
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (row < M && col < N) {
      tA[y][x] = A[row * K + tile * TILE + x];
      tB[y][x] = B[(tile * TILE + y) * N + col];
    }
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += tA[y][k] * tB[k][x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
