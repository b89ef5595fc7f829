#include <stdio.h>
#include <cuda_runtime.h>

void negate(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = -p[i];
}

__global__ void fillIota(int *p, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) p[i] = i;
}

int main(void)
{
    int n = 640, out[640];
    int *dev;
    cudaMalloc(&dev, n * sizeof(int));
    fillIota<<<n / 64, 64>>>(dev, n);
    negate<<<1, 1>>>(dev, n); //~ 22:5 'negate' is an ordinary host function, only a __global__ function can be launched: __global__ is missing at line 4
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[639]);
    cudaFree(dev);
    return 0;
}
