#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void addOne(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i]++;
}

int main(int argc, char **argv)
{
    int n = 1024, *d_n, *d_a;
    if (argc > 1) n = atoi(argv[1]);
    cudaMalloc((void **)&d_n, sizeof(int));
    cudaMalloc((void **)&d_a, n * sizeof(int));
    cudaMemcpy(d_n, &n, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_a, 0, n * sizeof(int));
    addOne<<<(n + 63) / 64, 64>>>(d_a, d_n); //~ 19:40 the kernel's parameter 2 is int n, here is a pointer (int*): pass n itself
    cudaDeviceSynchronize();
    cudaFree(d_a);
    cudaFree(d_n);
    printf("n = %d\n", n);
    return 0;
}
