// says: on a, line
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < K / TILE; ++t) {
    if (x + y == 0)  // one thread does it, so that I see the places
      for (int n = 0; n < TILE * TILE; ++n) {
        int r = n / TILE, c = n % TILE;
        a[r][c] = A[(row + r) * K + t * TILE + c];
        b[r][c] = B[(t * TILE + r) * N + col + c];
      }
    for (int e = 0; e < TILE; ++e)
      sum += a[y][e] * b[e][x];
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
