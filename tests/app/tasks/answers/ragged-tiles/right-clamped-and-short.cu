//! block = ["TILE", "TILE"]
const int TILE = 4;

// Outside, threads take the rows and columns at the edge, and store nothing.
// The last tile is shorter.
__global__ void any_sides(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tA[TILE][TILE], tB[TILE][TILE];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  const float* a = A + min(row, M - 1) * K;
  const float* b = B + min(col, N - 1);
  float acc = 0.0f;
  for (int from = 0; from < K; from += TILE) {
    const int deep = min(TILE, K - from);
    if (x < deep) tA[y][x] = a[from + x];
    if (y < deep) tB[y][x] = b[(from + y) * N];
    __syncthreads();
    for (int k = 0; k < deep; ++k) acc += tA[y][k] * tB[k][x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
