// One allocation, sides that differ; the result lies in front.
__global__ void inWorkspace(double* work, int m, int n, int k) {
  double* c = work;
  const double* a = c + m * n;
  const double* b = a + m * k;
  int i = threadIdx.y + blockDim.y * blockIdx.y;
  int j = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= m || j >= n) return;
  double sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
