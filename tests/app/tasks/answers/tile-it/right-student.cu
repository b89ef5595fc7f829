//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sharedA[TILE][TILE];
  __shared__ float sharedB[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  int numberOfTiles = K / TILE;
  if (K % TILE != 0) numberOfTiles = numberOfTiles + 1;

  float sum = 0;
  for (int t = 0; t < numberOfTiles; t++) {
    int aCol = t * TILE + threadIdx.x;
    int bRow = t * TILE + threadIdx.y;
    if (row < M && aCol < K) {
      sharedA[threadIdx.y][threadIdx.x] = A[row * K + aCol];
    } else {
      sharedA[threadIdx.y][threadIdx.x] = 0;
    }
    if (bRow < K && col < N) {
      sharedB[threadIdx.y][threadIdx.x] = B[bRow * N + col];
    } else {
      sharedB[threadIdx.y][threadIdx.x] = 0;
    }
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
      sum = sum + sharedA[threadIdx.y][k] * sharedB[k][threadIdx.x];
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
