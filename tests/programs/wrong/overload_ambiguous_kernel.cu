#include <cstdio>
#include <cuda_runtime.h>

// два ядра с одним именем
__global__ void umnozhit(float *a, float k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= k;
}

__global__ void umnozhit(float *a, int n, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= k;
}

int main()
{
    const int n = 5000;
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    umnozhit<<<n / 100, 100>>>(a, 2, n); //~ 23:5 ambiguous: the kernels umnozhit(float *a, float k, int n) and umnozhit(float *a, int n, float k) fit two ints equally well
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
