// says: uses it as an array
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[2 * TILE][TILE], b[TILE][2 * TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = 2 * blockIdx.y * TILE + y, col = 2 * blockIdx.x * TILE + x;
  float sum;
  for (int t = 0; t < K; t += TILE) {
    a[y][x] = A[row * K + t + x];
    b[y][x] = B[(t + y) * N + col];
    __syncthreads();
    for (int e = 0; e < TILE; ++e)
      sum[0][0] += a[y][e] * b[e][x];
    __syncthreads();
  }
  C[row * N + col] = sum[0][0];
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
