// says: C[0][4] is 1 460 but should be
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void edge(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ly = threadIdx.y, lx = threadIdx.x;
  int row = blockIdx.y * TILE + ly;
  int col = blockIdx.x * TILE + lx;
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    As[ly][lx] = row < M && t + lx < K ? A[row * K + t + lx] : 0;
    Bs[ly][lx] = t + ly < K && col < N ? B[(t + ly) * N + col] : 0;
    if (row < M && col < N) {
      __syncthreads();
      for (int k = 0; k < TILE; ++k)
        sum += As[ly][k] * Bs[k][lx];
      __syncthreads();
    }
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
