// Each warp waits only for its own threads, but reads what the others load.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float left[TILE][TILE], right[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int t = 0; t < K; t += TILE) {
    left[y][x] = A[row * K + t + x];
    right[y][x] = B[(t + y) * N + col];
    __syncwarp();
    for (int k = 0; k < TILE; ++k) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
