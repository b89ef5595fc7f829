#include <stdio.h>
#include <cuda_runtime.h>

__global__ void addArrays(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int main(void)
{
    int n = 1200, half = n / 2;
    float *a, *b, *c;
    float *off;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&c, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaMemset(b, 0, n * sizeof(float));
    off = c + half;
    addArrays<<<half / 50, 50>>>(a, b, c, half);
    addArrays<<<half / 50, 50>>>(a + half, b + half, c + off, half); //~ 22:58 two pointers (c and off) cannot be added
    cudaDeviceSynchronize();
    printf("ok\n");
    return 0;
}
