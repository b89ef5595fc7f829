#include <stdio.h>
#include <cuda_runtime.h>

__global__ void dist(const float *x, const float *y, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = sqrtf(x[i] * x[i] + y[i] * y[i]);
}

nblocks(int n, int t) //~ 10:1 the return type of 'nblocks' is missing: int nblocks(int n, int t)
{
    return n / t + (n % t ? 1 : 0);
}

int main(void)
{
    int n = 1717;
    float *x, *y, *d;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMallocManaged(&d, n * sizeof(float));
    for (int i = 0; i < n; i++) { x[i] = 3; y[i] = 4; }
    dist<<<nblocks(n, 256), 256>>>(x, y, d, n);
    cudaDeviceSynchronize();
    printf("%f\n", d[n - 1]);
    return 0;
}
