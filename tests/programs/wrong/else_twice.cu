#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void naif(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * a[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    int fils;
    float *a, *b;
    if (n < 1000)
        fils = 32;
    else
        fils = 128;
    else //~ 20:5 this else has no if: the if of line 16 has one already, else if is meant above?
        fils = 256;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    naif<<<(n + fils - 1) / fils, fils>>>(a, b, n);
    cudaDeviceSynchronize();
    printf("%d fils par bloc\n", fils);
    return 0;
}
