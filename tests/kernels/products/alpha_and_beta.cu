// C becomes alpha A B + beta C.
// A B C: A B C
__global__ void sgemm(size_t M, size_t N, size_t K, float alpha, const float* A, const float* B, float beta, float* C) {
  const size_t n = blockIdx.x * blockDim.x + threadIdx.x, m = blockIdx.y * blockDim.y + threadIdx.y;
  if (m < M && n < N) {
    float sum = 0.0f;
    for (size_t k = 0; k != K; ++k) sum = fmaf(A[m * K + k], B[k * N + n], sum);
    C[m * N + n] = alpha * sum + beta * C[m * N + n];
  }
}
