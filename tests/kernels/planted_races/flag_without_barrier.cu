// The first thread sets how far the loop goes; no thread waits for it.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ int depth;
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  if (threadIdx.x == 0 && threadIdx.y == 0) depth = K;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  if (depth != K) sum = 0.0f;
  C[row * N + col] = sum;
}
