//! block = ["TILE", "TILE"]
const int TILE = 4;

// Nothing behind the last element of A, and nothing behind that of B.
__global__ void any_sides(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tA[TILE][TILE], tB[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    int atA = row * K + k0 + x, atB = (k0 + y) * N + col;
    tA[y][x] = atA < M * K ? A[atA] : 0;
    tB[y][x] = atB < K * N ? B[atB] : 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += k0 + k < K ? tA[y][k] * tB[k][x] : 0;
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
