// A padded tile is padded where it is filled, and not where it is read.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float left[TILE * (TILE + 1)], right[TILE * TILE];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int t = 0; t < K; t += TILE) {
    left[y * (TILE - 1) + x] = A[row * K + t + x];
    right[y * TILE + x] = B[(t + y) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += left[y * (TILE - 1) + k] * right[k * TILE + x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
