// BLAS's dgemm without transposes: by columns, three leading dimensions, alpha and beta.
// A B C: B A C
__global__ void dgemm_nn(int m, int n, int k, double alpha, const double* A, int lda, const double* B, int ldb,
                         double beta, double* C, int ldc) {
  const int i = blockIdx.x * 8 + threadIdx.x;
  const int j = blockIdx.y * 8 + threadIdx.y;
  if (i >= m || j >= n) return;
  double sum = 0.0;
  for (int l = 0; l < k; ++l) sum += A[i + l * lda] * B[l + j * ldb];
  C[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
}
