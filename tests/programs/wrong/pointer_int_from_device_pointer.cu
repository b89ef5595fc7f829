#include <stdio.h>
#include <cuda_runtime.h>

__global__ void mirror(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) { float t = x[i]; x[i] = x[n - 1 - i]; x[n - 1 - i] = t; }
}

int main(void)
{
    const int n = 1 << 10;
    float *x, *end;
    cudaMalloc(&x, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    end = x + n;
    int len = end; //~ 17:15 a pointer (float*) cannot initialise an int: end - x is meant
    mirror<<<(len / 2 + 63) / 64, 64>>>(x, len);
    cudaDeviceSynchronize();
    printf("%d\n", len);
    cudaFree(x);
    return 0;
}
