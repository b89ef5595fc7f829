// A thread makes a whole column, from its end on.
// A B C: left right result
__global__ void columns(float* result, const float* left, const float* right, int m, int n, int k) {
  const int col = threadIdx.x + blockIdx.x * blockDim.x;
  if (col >= n) return;
  for (int i = m - 1; i >= 0; --i) {
    float value = 0;
    for (int p = k - 1; p >= 0; --p) value += left[i * k + p] * right[p * n + col];
    result[i * n + col] = value;
  }
}
