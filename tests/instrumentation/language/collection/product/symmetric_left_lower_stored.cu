// SYMM: C = alpha*A*B + beta*C, A is m x m symmetric with only one triangle stored.

enum class Uplo : char { Lower = 'L', Upper = 'U' };

template <Uplo UPLO>
__device__ inline double sym_at(const double* a, int lda, int i, int j)
{
    const bool stored = UPLO == Uplo::Lower ? i >= j : i <= j;
    return stored ? a[i * lda + j] : a[j * lda + i];
}

template <Uplo UPLO, int NB>
__global__ void dsymm(int m, int n, double alpha, const double* A, int lda,
                      const double* B, int ldb, double beta, double* C, int ldc)
{
    __shared__ double as[NB][NB], bs[NB][NB];
    const int ty = threadIdx.y, tx = threadIdx.x;
    const int i = blockIdx.y * NB + ty, j = blockIdx.x * NB + tx;
    double sum = 0;

    for (int p = 0; p < m; p += NB)
    {
        as[ty][tx] = i < m && p + tx < m ? sym_at<UPLO>(A, lda, i, p + tx) : 0;
        bs[ty][tx] = p + ty < m && j < n ? B[(p + ty) * ldb + j] : 0;
        __syncthreads();
        for (int q = 0; q < NB; ++q)
            sum += as[ty][q] * bs[q][tx];
        __syncthreads();
    }
    if (i >= m || j >= n)
        return;
    double& out = C[i * ldc + j];
    out *= beta;
    out += alpha * sum;
}

template __global__ void dsymm<Uplo::Lower, 16>(int, int, double, const double*, int,
                                                const double*, int, double, double*, int);
