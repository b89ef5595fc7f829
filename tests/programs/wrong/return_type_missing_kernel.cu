#include <stdio.h>
#include <cuda_runtime.h>

#define PULOS 7

__global__ salta(int *v, int n) //~ 6:12 the return type of the kernel 'salta' is missing: __global__ void salta(...)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * PULOS;
    if (i < n)
        v[i] = PULOS;
}

int main(void)
{
    int n = 7000, *v;
    cudaMallocManaged(&v, n * sizeof(int));
    int quantos = (n + PULOS - 1) / PULOS;
    salta<<<(quantos + 255) / 256, 256>>>(v, n);
    cudaDeviceSynchronize();
    printf("%d\n", v[700]);
    return 0;
}
