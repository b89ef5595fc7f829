// Tile loader written as strided loops, so any block size works
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { BM = 32, BN = 32, BK = 8, THREADS = 128 };

__global__ void gemm_loader(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float as[BM * BK];
    __shared__ float bs[BK * BN];
    int m0 = blockIdx.x * BM, n0 = blockIdx.y * BN;
    float acc[BM * BN / THREADS];
    for (int i = 0; i < BM * BN / THREADS; i++) acc[i] = 0;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int e = threadIdx.x; e < BM * BK; e += THREADS) {
            int r = m0 + e / BK, k = k0 + e % BK;
            as[e] = r < M && k < K ? A[r * K + k] : 0.f;
        }
        for (int e = threadIdx.x; e < BK * BN; e += THREADS) {
            int k = k0 + e / BN, c = n0 + e % BN;
            bs[e] = k < K && c < N ? B[k * N + c] : 0.f;
        }
        __syncthreads();
        for (int i = 0; i < BM * BN / THREADS; i++) {
            int e = threadIdx.x + i * THREADS;
            int r = e / BN, c = e % BN;
            for (int k = 0; k < BK; k++) acc[i] += as[r * BK + k] * bs[k * BN + c];
        }
        __syncthreads();
    }
    for (int i = 0; i < BM * BN / THREADS; i++) {
        int e = threadIdx.x + i * THREADS;
        int r = m0 + e / BN, c = n0 + e % BN;
        if (r < M && c < N) C[r * N + c] = acc[i];
    }
}

int main()
{
    int M = 75, N = 50, K = 29;
    float *h = (float *)malloc(M * N * K * sizeof(float));
    for (int i = 0; i < M * N * K; i++) h[i] = (i % 19) * 0.1f;
    float *A, *B, *C;
    cudaMalloc((void **)&A, M * K * sizeof(float));
    cudaMalloc((void **)&B, K * N * sizeof(float));
    cudaMalloc((void **)&C, M * N * sizeof(float));
    cudaMemcpy(A, h, M * K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, K * N * sizeof(float), cudaMemcpyHostToDevice);
    dim3 grid((M + BM - 1) / BM, (N + BN - 1) / BN);
    gemm_loader<<<grid, THREADS>>>(A, B, C, M, N, K);
    cudaMemcpy(h, C, M * N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[M * N - 1]);
    return 0;
}
