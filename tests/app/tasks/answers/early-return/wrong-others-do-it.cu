// says: 2 findings
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void edge(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ly = threadIdx.y, lx = threadIdx.x;
  int row = blockIdx.y * TILE + ly;
  int col = blockIdx.x * TILE + lx;
  // those who stay do the work of those who are gone
  if (row >= M || col >= N) return;
  int rows = min(TILE, M - row + ly), cols = min(TILE, N - col + lx);
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    for (int c = lx; c < TILE && t + c < K; c += cols) As[ly][c] = A[row * K + t + c];
    for (int r = ly; r < TILE && t + r < K; r += rows) Bs[r][lx] = B[(t + r) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE && t + k < K; ++k)
      sum += As[ly][k] * Bs[k][lx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
