#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void klein(int *a) { a[threadIdx.x] = 1; }
__global__ void gross(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2;
}

int main(int argc, char **argv)
{
    int n = (argc > 1) ? atoi(argv[1]) : 5000;
    int *a;
    cudaMalloc((void**)&a, n * sizeof(int));
    if (n <= 1024);
        klein<<<1, n>>>(a);
    else //~ 19:5 there is no if for this else: the ';' after the condition in line 17 ends it
        gross<<<(n + 1023) / 1024, 1024>>>(a, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
