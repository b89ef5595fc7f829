// All threads of a row keep what they read in the same cell.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float factor[TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    factor[threadIdx.y] = A[row * K + k];
    sum += factor[threadIdx.y] * B[k * N + col];
  }
  C[row * N + col] = sum;
}
