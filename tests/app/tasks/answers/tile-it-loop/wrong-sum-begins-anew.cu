// says: C[0][0] is 1 802 but should be 2 052
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int start = 0; start < K; start += TILE) {
    sum = 0;
    tileA[y][x] = row < M && start + x < K ? A[row * K + start + x] : 0;
    tileB[y][x] = start + y < K && col < N ? B[(start + y) * N + col] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tileA[y][i] * tileB[i][x];
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
