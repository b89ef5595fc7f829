#include <stdio.h>
#include <cuda_runtime.h>

static int ceil_div(int a, int b)
{
    return (a + b - 1) / b;
}

__global__ void ramp(float *x, float step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i * step;
}

static int ceil_div(int n, int threads) //~ 15:12 'ceil_div(int, int)' already has a body (line 4)
{
    return n / threads + (n % threads != 0);
}

int main(void)
{
    int n = 3001;
    float *x;
    cudaMallocManaged(&x, n * sizeof *x);
    ramp<<<ceil_div(n, 256), 256>>>(x, 0.125f, n);
    cudaDeviceSynchronize();
    printf("%g\n", x[n - 1]);
    return 0;
}
