// says: intensity is 1.333
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // two sums at once: the tile of A serves the left and the right half
  __shared__ float a[TILE][TILE], b[TILE][2 * TILE];
  int y = threadIdx.y, x = threadIdx.x;
  for (int half = 0; half < 2; ++half) {
    int row = (2 * blockIdx.y + half) * TILE + y, col = 2 * blockIdx.x * TILE + x;
    float left = 0, right = 0;
    for (int t = 0; t < K; t += TILE) {
      a[y][x] = A[row * K + t + x];
      b[y][x] = B[(t + y) * N + col];
      b[y][x + TILE] = B[(t + y) * N + col + TILE];
      __syncthreads();
      for (int e = 0; e < TILE; ++e) {
        left += a[y][e] * b[e][x];
        right += a[y][e] * b[e][x + TILE];
      }
      __syncthreads();
    }
    C[row * N + col] = left;
    C[row * N + col + TILE] = right;
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
