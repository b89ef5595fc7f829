// says: C[0][0] is 11 440 but should be
//! block = ["TILE", "ROWS"]
const int TILE = 32;  // threads in a row
const int ROWS = 2;   // rows of threads

__global__ void transposed(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[ROWS][TILE];
  __shared__ float b[TILE][TILE];  // b[column][row]
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * ROWS + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < K; t += TILE) {
    a[y][x] = A[row * K + t + x];
    for (int d = y; d < TILE; d += ROWS)
      b[d][x] = B[(t + d) * N + col];
    __syncthreads();
    for (int d = 0; d < TILE; ++d)
      sum += a[y][d] * b[x][d];
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
