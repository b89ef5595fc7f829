// says: 6 barriers per thread
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void square_by_square(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sa[TILE][TILE], sb[TILE][TILE];
  int i = threadIdx.y, j = threadIdx.x;
  int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
  float c = 0;
  for (int t = 0; t < K; t += TILE) {
    sa[i][j] = A[row * K + t + j];
    sb[i][j] = B[(t + i) * N + col];
    __syncthreads();
    for (int e = 0; e < TILE; ++e) {
      c += sa[i][e] * sb[e][j];
      if (e % 2 == 1) __syncthreads();
    }
  }
  C[row * N + col] = c;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
