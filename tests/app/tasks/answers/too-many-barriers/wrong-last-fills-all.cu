// says: on sa, line
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void square_by_square(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sa[TILE][TILE], sb[TILE][TILE];
  int i = threadIdx.y, j = threadIdx.x;
  int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
  float c = 0;
  for (int t = 0; t < K; t += TILE) {
    if (i == TILE - 1 && j == TILE - 1) {
      for (int y = 0; y < TILE; ++y) {
        for (int x = 0; x < TILE; ++x) {
          sa[y][x] = A[(row - i + y) * K + t + x];
          sb[y][x] = B[(t + y) * N + col - j + x];
        }
      }
    }
    __syncthreads();  // the last thread is the last to get here, so one barrier is enough
    for (int e = 0; e < TILE; ++e)
      c += sa[i][e] * sb[e][j];
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
