//! block = ["TILE", "TILE"]
const int TILE = 4;

// Two pointers go from tile to tile. What is left of K guards the loads.
__global__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  const float* cornerA = A + blockIdx.y * TILE * K;
  const float* cornerB = B + blockIdx.x * TILE;
  for (int left = K; left > 0; left -= TILE) {
    tileA[y][x] = row < M && x < left ? cornerA[y * K + x] : 0;
    tileB[y][x] = y < left && col < N ? cornerB[y * N + x] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tileA[y][i] * tileB[i][x];
    __syncthreads();
    cornerA += TILE;
    cornerB += TILE * N;
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
