// The next tile is on its way in registers while the one in shared memory is used.
// A B C: A B C
#define TILE 16
__global__ void prefetch(float* C, const float* A, const float* B, int M, int N, int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float nextA = row < M && tx < K ? A[row * K + tx] : 0.0f;
  float nextB = col < N && ty < K ? B[ty * N + col] : 0.0f;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[ty][tx] = nextA;
    Bs[ty][tx] = nextB;
    __syncthreads();
    const int ahead = k0 + TILE;
    nextA = row < M && ahead + tx < K ? A[row * K + ahead + tx] : 0.0f;
    nextB = col < N && ahead + ty < K ? B[(ahead + ty) * N + col] : 0.0f;
    for (int k = 0; k < TILE; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
