// Flags say whether a factor is given transposed, as a library's interface has it.
// A B C: A B C
__global__ void gemm_flags(bool transA, bool transB, int M, int N, int K, float alpha, const float* A, const float* B,
                           float beta, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N) return;
  float acc = 0.0f;
  for (int k = 0; k < K; ++k) {
    float a = transA ? A[k * M + row] : A[row * K + k];
    float b = transB ? B[col * K + k] : B[k * N + col];
    acc += a * b;
  }
  C[row * N + col] = alpha * acc + (beta == 0.0f ? 0.0f : beta * C[row * N + col]);
}
