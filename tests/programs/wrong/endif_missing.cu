#include <stdio.h>
#include <cuda_runtime.h>

#define DEBUG 1

__global__ void inc(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;
}

int main(void)
{
    int n = 888, *a;
    cudaMalloc(&a, n * sizeof(int));
    cudaMemset(a, 0, n * sizeof(int));
    inc<<<(n + 110) / 111, 111>>>(a, n);
#ifdef DEBUG //~ 18:1 the #endif for this #ifdef is missing
    int h;
    cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("a[0] = %d\n", h);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
