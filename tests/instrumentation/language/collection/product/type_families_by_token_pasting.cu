/* sgemm_nn, dgemm_nn, igemm_nn from one text */

#define CAT_(a, b) a##b
#define CAT(a, b)  CAT_(a, b)
#define NAME(prefix) CAT(prefix, gemm_nn)

#define DEFINE_GEMM(prefix, type, zero)                                          \
    __global__ void NAME(prefix)(int m, int n, int k, type alpha,                \
                                 const type *A, int lda, const type *B, int ldb, \
                                 type beta, type *C, int ldc)                    \
    {                                                                            \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                     \
        const int j = blockIdx.y * blockDim.y + threadIdx.y;                     \
        if (i < m && j < n) {                                                    \
            type acc = zero;                                                     \
            for (int l = 0; l < k; ++l)                                          \
                acc += A[i + l * lda] * B[l + j * ldb];                          \
            C[i + j * ldc] = alpha * acc + beta * C[i + j * ldc];                \
        }                                                                        \
    }

DEFINE_GEMM(s, float, 0.0f)
DEFINE_GEMM(d, double, 0.0)
DEFINE_GEMM(i, int, 0)

#undef DEFINE_GEMM
#undef NAME
