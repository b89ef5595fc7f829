// Mistake: batch offset of B is batch * m * k, should be batch * k * n
#include <cuda_runtime.h>

// Batched small GEMM: C[b] = A[b] * B[b], packed one after another, row-major.
// A[b]: m x k, B[b]: k x n, C[b]: m x n
template <typename T>
__global__ void gemmBatched(const T* A, const T* B, T* C, int m, int n, int k)
{
    const int batch = blockIdx.z;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m || j >= n)
        return;

    const T* Ab = A + (size_t)batch * m * k;
    const T* Bb = B + (size_t)batch * m * k;
    T* Cb = C + (size_t)batch * m * n;

    T sum = 0;
    for (int l = 0; l < k; ++l)
        sum += Ab[i * k + l] * Bb[l * n + j];
    Cb[i * n + j] = sum;
}

void gemmBatchedDouble(const double* A, const double* B, double* C,
                       int m, int n, int k, int count, cudaStream_t st)
{
    dim3 block(8, 8);
    dim3 grid((n + 7) / 8, (m + 7) / 8, count);
    gemmBatched<double><<<grid, block, 0, st>>>(A, B, C, m, n, k);
}
