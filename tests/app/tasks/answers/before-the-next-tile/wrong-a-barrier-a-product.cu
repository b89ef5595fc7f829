// says: 6 barriers per thread; should be at most 4
//! block = ["TILE", "TILE"]
const int TILE = 2;

__global__ void tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float left[TILE][TILE];
  __shared__ float right[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float dot = 0;
  for (int round = 0; round < K / TILE; ++round) {
    left[ty][tx] = A[row * K + round * TILE + tx];
    right[ty][tx] = B[(round * TILE + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      dot += left[ty][k] * right[k][tx];
      __syncthreads();
    }
  }
  C[row * N + col] = dot;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
