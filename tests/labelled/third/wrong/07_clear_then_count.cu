#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void countEven(const int *v, int n, int *total)
{
    __shared__ int inBlock;

    if (threadIdx.x == 0) {
        inBlock = 0;
        if (blockIdx.x == 0)
            *total = 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] % 2 == 0)
        atomicAdd(&inBlock, 1);
    __syncthreads();

    if (threadIdx.x == 0)
        atomicAdd(total, inBlock);
}

int main(void)
{
    const int n = 10000;
    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    int *v, *total;
    int expect = 0;

    cudaMallocManaged(&v, n * sizeof(int));
    cudaMallocManaged(&total, sizeof(int));
    for (int i = 0; i < n; i++) {
        v[i] = rand() % 1000;
        if (v[i] % 2 == 0)
            expect++;
    }
    countEven<<<blocks, threads>>>(v, n, total);
    cudaDeviceSynchronize();
    printf("got %d, expected %d\n", *total, expect);
    cudaFree(v);
    cudaFree(total);
    return 0;
}
