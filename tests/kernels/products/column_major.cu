// Column by column, with leading dimensions, as libraries for Fortran have it.
// A B C: b a c, for by rows it is the transpose of that product
__global__ void gemm_nn(int m, int n, int k, const double* a, int lda, const double* b, int ldb, double* c, int ldc) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    double s = 0.0;
    for (int l = 0; l < k; l++) s += a[i + l * lda] * b[l + j * ldb];
    c[i + j * ldc] = s;
  }
}
