#include <stdio.h>
#include <cuda_runtime.h>

__global__ void axpby(float *z, const float *x, const float *y, float a, float b, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        z[i] = a * x[i] + b * y[i];
}

int main(void)
{
    const int n = 100000;
    float *x, *y, *z;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMallocManaged(&z, n * sizeof(float));
    for (int i = 0; i < n; ++i) {
        x[i] = i;
        y[i] = n - i;
    }
    axpby<<<(n + 255) / 256, 256>>>(z, x, y, 0.5f, 0.5f); //~ 22:5 too few arguments for the launch: axpby(float *z, const float *x, const float *y, float a, float b, int n) wants 6, here are 5 (n is missing)
    cudaDeviceSynchronize();
    printf("%f\n", z[n / 2]);
    return 0;
}
