#include <stdio.h>
#include <cuda_runtime.h>

#define THREADS_PER_BLOCK 256

__device__ float f2c(float f)
{
    return (f - 32.0f) * 5.0f / 9.0f;
}

__global__ void toCelsius(float *temp, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        temp[i] = f2c(temp[i]);
}

int main(void)
{
    int n = 1000;
    float *temp;

    cudaMallocManaged(&temp, n * sizeof(float));
    for (int i = 0; i < n; i++)
        temp[i] = 212.0f;

    int blocks = n / THREADS_PER_BLOCK;
    toCelsius<<<blocks, THREADS_PER_BLOCK>>>(temp, n);
    cudaDeviceSynchronize();

    printf("first %.1f, last %.1f (both 100.0)\n", temp[0], temp[n - 1]);
    cudaFree(temp);
    return 0;
}
