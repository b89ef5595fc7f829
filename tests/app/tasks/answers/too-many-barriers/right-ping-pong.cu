//! block = ["TILE", "TILE"]
#define TILE 4
#define PLACE(t) (((t) / TILE) & 1)

__device__ float dot(const float row[TILE], const float (*tile)[TILE], int j) {
  float s = 0.0f;
#pragma unroll
  for (int e = 0; e < TILE; ++e) s += row[e] * tile[e][j];
  return s;
}

// One barrier a tile: while one pair is read, the next goes to another place.
__global__ void square_by_square(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sa[2][TILE][TILE], sb[2][TILE][TILE];
  int i = threadIdx.y, j = threadIdx.x;
  int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
  float c = 0.0f;
  for (int t = 0; t < K; t += TILE) {
    sa[PLACE(t)][i][j] = A[row * K + t + j];
    sb[PLACE(t)][i][j] = B[(t + i) * N + col];
    __syncthreads();
    c += dot(sa[PLACE(t)][i], sb[PLACE(t)], j);
  }
  C[row * N + col] = c;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
