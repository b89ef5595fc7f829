// Each thread computes two adjacent elements, with loads and a store of two.
// A B C: A B C
__global__ void pairs(const float* A, const float2* B, float2* C, int M, int N, int K) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= M || 2 * pair >= N) return;
  float2 sum = make_float2(0.0f, 0.0f);
  for (int k = 0; k < K; ++k) {
    const float a = A[row * K + k];
    const float2 b = B[k * (N / 2) + pair];
    sum.x += a * b.x;
    sum.y += a * b.y;
  }
  C[row * (N / 2) + pair] = sum;
}
