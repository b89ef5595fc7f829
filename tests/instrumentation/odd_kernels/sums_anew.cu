// One variable for two sums, a sum kept in memory, and a sum of sums.
__global__ void sums_anew(const float* A, const float* B, float* C, int K) {
  __shared__ float sums[2];
  for (int row = 0; row < 2; ++row) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k];
    sums[row] = sum;
  }
  C[0] = sums[1];
  C[1] += A[0] * B[1];
  C[1] += A[1] * B[0];
  float total = 0.0f;
  total += sums[0];
  total += sums[1];
  C[2] = total;
}
