#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16

__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0;
    if (row < n && col < n) {
        for (int k = 0; k < n; k++)
            acc += A[row * n + k] * B[k * n + col];
        C[row * n + col] = acc;
    }
}

int main(void)
{
    int n = 320;
    size_t size = n * n * sizeof(float);
    float *A = (float *)calloc(n * n, sizeof(float));
    float *B = (float *)calloc(n * n, sizeof(float));
    float *C = (float *)calloc(n * n, sizeof(float));
    float *dA, *dB, *dC;
    cudaMalloc(&dA, size);
    cudaMalloc(&dB, size);
    cudaMalloc(&dC, size);
    cudaMemcpy(dA, A, size, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B, size); //~ 31:5 too few arguments: cudaMemcpy(dst, src, count, kind) wants 4, here are 3
    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    matmul<<<grid, block>>>(dA, dB, dC, n);
    cudaMemcpy(C, dC, size, cudaMemcpyDeviceToHost);
    printf("%f\n", C[0]);
    return 0;
}
