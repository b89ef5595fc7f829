// says: flops and atomics
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // more work for the same loads: each product is made twice, and halved
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  for (int quarter = 0; quarter < 4; ++quarter) {
    int row = (2 * blockIdx.y + quarter / 2) * TILE + y;
    int col = (2 * blockIdx.x + quarter % 2) * TILE + x;
    float sum = 0;
    for (int t = 0; t < K; t += TILE) {
      a[y][x] = A[row * K + t + x];
      b[y][x] = B[(t + y) * N + col];
      __syncthreads();
      for (int e = 0; e < TILE; ++e) {
        sum += a[y][e] * b[e][x];
        sum += a[y][e] * b[e][x];
      }
      __syncthreads();
    }
    C[row * N + col] = sum / 2;
  }
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
