//! block = ["TILE", "TILE"]
const int TILE = 4;

// One element of C a thread, tile by tile.
__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int ty = threadIdx.y;
  const int tx = threadIdx.x;
  const int row = blockIdx.y * blockDim.y + ty;
  const int col = blockIdx.x * blockDim.x + tx;
  float value = 0.0f;
  for (int p = 0; p < K / TILE; ++p) {
    As[ty][tx] = A[row * K + p * TILE + tx];
    Bs[ty][tx] = B[(p * TILE + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      value += As[ty][k] * Bs[k][tx];
    }
    __syncthreads();
  }
  C[row * N + col] = value;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
