// says: the size of an array must be a constant
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float rows[TILE][K], columns[K][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  for (int k = x; k < K; k += TILE) rows[y][k] = row < M ? A[row * K + k] : 0;
  for (int k = y; k < K; k += TILE) columns[k][x] = col < N ? B[k * N + col] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < K; ++k)
    sum += rows[y][k] * columns[k][x];
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
