//! block = "WARP"
#define WARP 32

// Goes on by all threads of the grid, in case there are fewer of them than elements.
__global__ void by_number(const float* A, const float* B, float* C, int M, int N, int K) {
  const unsigned all = M * N, step = gridDim.x * blockDim.x;
  for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < all; at += step) {
    const float* a = A + at / N * K;
    const float* b = B + at % N;
    float acc = 0.0f;
    for (int left = K; left > 0; --left, ++a, b += N) acc = fmaf(*a, *b, acc);
    C[at] = acc;
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
