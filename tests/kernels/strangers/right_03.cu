/*
 * BLAS-like DGEMM, no transposition, Fortran storage (column major):
 *     C := alpha*A*B + beta*C
 * A is m x k (lda >= m), B is k x n (ldb >= k), C is m x n (ldc >= m).
 * threadIdx.x walks down a column so that the accesses coalesce.
 * Any 2D block; the grid has to cover m in x and n in y.
 */
__global__ void dgemm_nn(int m, int n, int k, double alpha,
                         const double *A, int lda,
                         const double *B, int ldb,
                         double beta, double *C, int ldc)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n)
        return;

    double s = 0.0;
    for (int l = 0; l < k; ++l)
        s += A[i + (size_t)l * lda] * B[l + (size_t)j * ldb];

    double *c = &C[i + (size_t)j * ldc];
    if (beta == 0.0)
        *c = alpha * s;
    else
        *c = alpha * s + beta * (*c);
}
