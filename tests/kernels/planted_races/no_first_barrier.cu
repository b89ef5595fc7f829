// No thread waits until the tiles are full.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float left[TILE][TILE], right[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < K; t += TILE) {
    left[threadIdx.y][threadIdx.x] = A[row * K + t + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * N + col];
    for (int k = 0; k < TILE; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
