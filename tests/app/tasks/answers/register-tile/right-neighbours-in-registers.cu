//! block = ["TILE", "TILE"]
const int TILE = 4;
#define EACH 2
#define SIDE (EACH * TILE)

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // A thread's four elements are neighbours. What it takes from shared memory it takes once.
  __shared__ float as[TILE][SIDE + 1], bs[TILE][SIDE];  // as[k][row]
  const int ty = threadIdx.y, tx = threadIdx.x, me = ty * TILE + tx;
  const int top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
  float sums[EACH][EACH] = {}, a[EACH], b[EACH];
  for (int k0 = 0; k0 < K; k0 += TILE) {
    for (int n = me; n < SIDE * TILE; n += TILE * TILE) {
      as[n % TILE][n / TILE] = A[(top + n / TILE) * K + k0 + n % TILE];
      bs[n / SIDE][n % SIDE] = B[(k0 + n / SIDE) * N + left + n % SIDE];
    }
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
#pragma unroll
      for (int s = 0; s < EACH; ++s) {
        a[s] = as[k][ty * EACH + s];
        b[s] = bs[k][tx * EACH + s];
      }
#pragma unroll
      for (int s = 0; s < EACH * EACH; ++s) sums[s / EACH][s % EACH] += a[s / EACH] * b[s % EACH];
    }
    __syncthreads();
  }
  for (int i = 0; i < EACH; ++i)
    for (int j = 0; j < EACH; ++j)
      C[(top + ty * EACH + i) * N + left + tx * EACH + j] = sums[i][j];
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
