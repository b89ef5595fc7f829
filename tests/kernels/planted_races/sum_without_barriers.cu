// A block adds up its partial sums with no barrier between the steps.
#define TILE 16

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float part[TILE * TILE];
  const int lane = threadIdx.y * TILE + threadIdx.x;
  for (int e = 0; e < TILE * TILE; ++e) {
    const int row = blockIdx.y * TILE + e / TILE, col = blockIdx.x * TILE + e % TILE;
    float sum = 0.0f;
    for (int k = lane; k < K; k += TILE * TILE) sum += A[row * K + k] * B[k * N + col];
    part[lane] = sum;
    __syncthreads();
    for (int half = TILE * TILE / 2; half > 0; half /= 2)
      if (lane < half) part[lane] += part[lane + half];
    __syncthreads();
    if (lane == 0) C[row * N + col] = part[0];
    __syncthreads();
  }
}
