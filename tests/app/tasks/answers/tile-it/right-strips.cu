//! block = ["TILE", "TILE"]
const int TILE = 4;

// One column of A against one row of B at a time: TILE threads fetch each, into one of two places.
__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float down[2][TILE], across[2][TILE];
  const int y = threadIdx.y, x = threadIdx.x;
  const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    if (y == 0 && top + x < M) down[k % 2][x] = A[(top + x) * K + k];
    if (y == TILE - 1 && left + x < N) across[k % 2][x] = B[k * N + left + x];
    __syncthreads();
    if (top + y < M && left + x < N) sum += down[k % 2][y] * across[k % 2][x];
  }
  if (top + y < M && left + x < N) C[(top + y) * N + left + x] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
