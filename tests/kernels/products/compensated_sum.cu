// Sums by Kahan: what an addition loses is added to the next one.
// A B C: A B C
__global__ void matmul_kahan(const float* A, const float* B, float* C, unsigned M, unsigned N, unsigned K) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= M || col >= N) return;
  float sum = 0.0f, lost = 0.0f;
  for (unsigned k = 0; k < K; ++k) {
    const float y = A[row * K + k] * B[k * N + col] - lost;
    const float t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  C[row * N + col] = sum;
}
