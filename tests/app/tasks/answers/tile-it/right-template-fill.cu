//! block = ["TILE", "TILE"]
const int TILE = 4;

template <int WIDTH>
__device__ void fill(float (&tile)[WIDTH][WIDTH], const float* from, int top, int left, int rows,
                     int columns) {
  const int r = top + threadIdx.y, c = left + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = r < rows && c < columns ? from[r * columns + c] : 0.0f;
}

__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float one[TILE][TILE], other[TILE][TILE];
  const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    fill(one, A, top, k, M, K);
    fill(other, B, k, left, K, N);
    __syncthreads();
    for (int e = 0; e < TILE; ++e) sum += one[threadIdx.y][e] * other[e][threadIdx.x];
    __syncthreads();
  }
  const int row = top + threadIdx.y, col = left + threadIdx.x;
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
