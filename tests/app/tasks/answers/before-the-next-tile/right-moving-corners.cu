//! block = ["TILE", "TILE"]
#define TILE 2

// Both tiles are known by the place of their upper left corners.
__global__ void tiles(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float fromA[TILE][TILE];
    __shared__ float fromB[TILE][TILE];
    const int y = threadIdx.y;
    const int x = threadIdx.x;
    int cornerA = blockIdx.y * TILE * K;
    int cornerB = blockIdx.x * TILE;
    float total = 0.0f;
    for (int tiles_left = K / TILE; tiles_left > 0; --tiles_left)
    {
        fromA[y][x] = A[cornerA + y * K + x];
        fromB[y][x] = B[cornerB + y * N + x];
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            total += fromA[y][i] * fromB[i][x];
        __syncthreads();
        cornerA += TILE;
        cornerB += TILE * N;
    }
    C[(blockIdx.y * TILE + y) * N + blockIdx.x * TILE + x] = total;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
