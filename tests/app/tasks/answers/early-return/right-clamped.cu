//! block = ["TILE", "TILE"]
const int TILE = 4;

// A thread outside works for its neighbour at the edge, and keeps what it gets to itself.
__global__ void edge(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  const int y = threadIdx.y, x = threadIdx.x;
  const int wanted_row = blockIdx.y * TILE + y, wanted_col = blockIdx.x * TILE + x;
  const int row = min(wanted_row, M - 1), col = min(wanted_col, N - 1);
  float acc = 0.0f;
  for (int first = 0; first < K; first += TILE) {
    const int depth = min(TILE, K - first);
    if (x < depth) a[y][x] = A[row * K + first + x];
    if (y < depth) b[y][x] = B[(first + y) * N + col];
    __syncthreads();
    for (int d = 0; d < depth; ++d) acc = fmaf(a[y][d], b[d][x], acc);
    __syncthreads();
  }
  if (row == wanted_row && col == wanted_col) C[row * N + col] = acc;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
