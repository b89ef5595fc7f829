// GEMM with Fortran (column-major) storage, as our solver needs it
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define M 40
#define K 24
#define N 32

__global__ void gemmF(const float *A, const float *B, float *C)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N)
        return;
    float s = 0.0f;
    for (int l = 0; l < K; ++l)
        s += A[i + l * K] * B[l + j * K];
    C[i + j * M] = s;
}

static void reference(const float *A, const float *B, float *C)
{
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < M; ++i) {
            float s = 0.0f;
            for (int l = 0; l < K; ++l)
                s += A[l * M + i] * B[j * K + l];
            C[j * M + i] = s;
        }
}

int main()
{
    float *a = (float *)malloc(M * K * sizeof(float));
    float *b = (float *)malloc(K * N * sizeof(float));
    float *c = (float *)malloc(M * N * sizeof(float));
    float *r = (float *)malloc(M * N * sizeof(float));
    for (int i = 0; i < M * K; ++i) a[i] = (float)(i % 13);
    for (int i = 0; i < K * N; ++i) b[i] = (float)(i % 5);
    float *dA, *dB, *dC;
    cudaMalloc(&dA, M * K * sizeof(float));
    cudaMalloc(&dB, K * N * sizeof(float));
    cudaMalloc(&dC, M * N * sizeof(float));
    cudaMemcpy(dA, a, M * K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b, K * N * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(16, 16);
    dim3 grid((M + 15) / 16, (N + 15) / 16);
    gemmF<<<grid, block>>>(dA, dB, dC);
    cudaMemcpy(c, dC, M * N * sizeof(float), cudaMemcpyDeviceToHost);
    reference(a, b, r);
    for (int i = 0; i < M * N; ++i)
        if (c[i] != r[i]) { printf("element %d: %g / %g\n", i, c[i], r[i]); break; }
    return 0;
}
