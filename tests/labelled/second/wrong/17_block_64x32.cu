#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NROW 256
#define NCOL 512

__global__ void addMatrices(const float *a, const float *b, float *c)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < NROW && col < NCOL)
        c[row * NCOL + col] = a[row * NCOL + col] + b[row * NCOL + col];
}

int main(void)
{
    size_t bytes = NROW * NCOL * sizeof(float);
    float *h = (float *)malloc(bytes);
    for (int i = 0; i < NROW * NCOL; i++) h[i] = (float)i;
    float *a, *b, *c;
    cudaMalloc((void **)&a, bytes);
    cudaMalloc((void **)&b, bytes);
    cudaMalloc((void **)&c, bytes);
    cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);

    dim3 threads(64, 32);
    dim3 grid((NCOL + threads.x - 1) / threads.x, (NROW + threads.y - 1) / threads.y);
    addMatrices<<<grid, threads>>>(a, b, c);

    cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", h[NROW * NCOL - 1]);
    cudaFree(a); cudaFree(b); cudaFree(c);
    free(h);
    return 0;
}
