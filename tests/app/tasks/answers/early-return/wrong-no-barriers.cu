// says: on As, line
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void edge(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ly = threadIdx.y, lx = threadIdx.x;
  int row = blockIdx.y * TILE + ly;
  int col = blockIdx.x * TILE + lx;
  // without barriers nobody can hang: the first thread fills all, before the others come
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    if (ly == 0 && lx == 0)
      for (int r = 0; r < TILE; ++r)
        for (int c = 0; c < TILE; ++c) {
          As[r][c] = row + r < M && t + c < K ? A[(row + r) * K + t + c] : 0;
          Bs[r][c] = t + r < K && col + c < N ? B[(t + r) * N + col + c] : 0;
        }
    for (int k = 0; k < TILE; ++k)
      sum += As[ly][k] * Bs[k][lx];
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
