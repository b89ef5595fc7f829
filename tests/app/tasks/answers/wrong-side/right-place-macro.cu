//! block = ["TILE", "TILE"]
#define TILE 4
#define PLACE(row, column, columns) ((row) * (columns) + (column))

__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TILE][TILE];
  __shared__ float b[TILE][TILE];
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    a[threadIdx.y][threadIdx.x] = A[PLACE(row, k0 + threadIdx.x, K)];
    b[threadIdx.y][threadIdx.x] = B[PLACE(k0 + threadIdx.y, col, N)];
    __syncthreads();
    for (int e = 0; e < TILE; e++)
      sum += a[threadIdx.y][e] * b[e][threadIdx.x];
    __syncthreads();
  }
  C[PLACE(row, col, N)] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
