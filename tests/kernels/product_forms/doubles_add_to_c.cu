// C += A * B in doubles, with the sum read and written once.
__global__ void dgemm(int m, int n, int k, const double* A, const double* B, double* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    double sum = C[row * n + col];
    for (int i = 0; i < k; ++i) sum += A[row * k + i] * B[i * n + col];
    C[row * n + col] = sum;
  }
}

int main() {
  const int m = 24, n = 16, k = 32;
  double *a, *b, *c;
  cudaMalloc(&a, m * k * sizeof(double));
  cudaMalloc(&b, k * n * sizeof(double));
  cudaMalloc(&c, m * n * sizeof(double));
  cudaMemset(c, 0, m * n * sizeof(double));
  dgemm<<<dim3(2, 3), dim3(8, 8)>>>(m, n, k, a, b, c);
}
