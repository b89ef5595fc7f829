// The results go through the tile that others still read.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tile[TILE][TILE], right[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int t = 0; t < K; t += TILE) {
    __syncthreads();
    tile[y][x] = A[row * K + t + x];
    right[y][x] = B[(t + y) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tile[y][k] * right[k][x];
  }
  tile[x][y] = sum;
  __syncthreads();
  C[row * N + col] = tile[x][y];
}
