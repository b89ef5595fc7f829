// says: 2 112 global loads and atomics
//! block = ["TILE", "ROWS"]
const int TILE = 32;  // threads in a row
const int ROWS = 2;   // rows of threads

__global__ void transposed(const float* A, const float* B, float* C, int M, int N, int K) {
  // what is not in shared memory has no banks
  __shared__ float a[ROWS][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * ROWS + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    a[y][x] = A[row * K + t + x];
    __syncthreads();
    for (int d = 0; d < TILE; ++d)
      sum += a[y][d] * B[(t + d) * N + col];
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
