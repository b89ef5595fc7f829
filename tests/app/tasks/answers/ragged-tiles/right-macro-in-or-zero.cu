//! block = ["TILE", "TILE"]
#define TILE 4
#define IN(p, r, c, rows, cols) ((r) < (rows) && (c) < (cols) ? (p)[(r) * (cols) + (c)] : 0.0f)

__global__ void any_sides(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float t[2][TILE][TILE];
  const int r = blockIdx.y * TILE + threadIdx.y, c = blockIdx.x * TILE + threadIdx.x;
  float s = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    t[0][threadIdx.y][threadIdx.x] = IN(A, r, k + threadIdx.x, M, K);
    t[1][threadIdx.y][threadIdx.x] = IN(B, k + threadIdx.y, c, K, N);
    __syncthreads();
    for (int e = 0; e < TILE; ++e) s = fmaf(t[0][threadIdx.y][e], t[1][e][threadIdx.x], s);
    __syncthreads();
  }
  if (r < M && c < N) C[r * N + c] = s;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
