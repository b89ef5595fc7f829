//! block = ["TILE", "TILE"]
const int TILE = 4;

// Pointers walk along A's rows and down B's columns, so a side is multiplied once.
__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TILE][TILE + 1], b[TILE][TILE + 1];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  const float* from_a = A + row * K + x;
  const float* from_b = B + y * N + col;
  const float* const end = from_a + K;
  float sum = 0.0f;
  for (; from_a < end; from_a += TILE, from_b += TILE * N) {
    a[y][x] = *from_a;
    b[x][y] = *from_b;  // turned, so that both are read along a row
    __syncthreads();
#pragma unroll
    for (int e = 0; e < TILE; ++e) sum = fmaf(a[y][e], b[x][e], sum);
    __syncthreads();
  }
  C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
