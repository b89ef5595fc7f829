#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

struct Cplx { float re, im; };

__host__ __device__ inline Cplx conjMul(Cplx a, Cplx b)
{
    // conj(a) * b
    return Cplx{ a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re };
}

// R (m x n) = A^H (m x k) * B (k x n), A is stored k x m
__global__ void cgemm_hn(const Cplx* A, const Cplx* B, Cplx* R, int m, int n, int k)
{
    const int i = blockIdx.x;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        Cplx s{0.f, 0.f};
        for (int t = 0; t < k; ++t) {
            const Cplx p = conjMul(A[t * m + i], B[t * n + j]);
            s.re += p.re;
            s.im += p.im;
        }
        R[i * n + j] = s;
    }
}

int main()
{
    const int m = 40, n = 90, k = 25;
    std::vector<Cplx> A(k * m), B(k * n), R(m * n);
    for (int i = 0; i < k * m; ++i) A[i] = Cplx{float(i % 5), float(i % 3)};
    for (int i = 0; i < k * n; ++i) B[i] = Cplx{float(i % 7) - 3, float(i % 2)};
    Cplx *dA, *dB, *dR;
    cudaMalloc(&dA, A.size() * sizeof(Cplx));
    cudaMalloc(&dB, B.size() * sizeof(Cplx));
    cudaMalloc(&dR, R.size() * sizeof(Cplx));
    cudaMemcpy(dA, A.data(), A.size() * sizeof(Cplx), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), B.size() * sizeof(Cplx), cudaMemcpyHostToDevice);
    cgemm_hn<<<m, 64>>>(dA, dB, dR, m, n, k);
    cudaMemcpy(R.data(), dR, R.size() * sizeof(Cplx), cudaMemcpyDeviceToHost);
    printf("(%f,%f)\n", R[0].re, R[0].im);
    cudaFree(dA); cudaFree(dB); cudaFree(dR);
    return 0;
}
