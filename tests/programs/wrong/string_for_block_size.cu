#include <stdio.h>
#include <cuda_runtime.h>

__global__ void vadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int main()
{
    int n = 2560;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&c, n * sizeof(float));
    for (int i = 0; i < n; i++) a[i] = b[i] = i;
    vadd<<<n / 256, "256">>>(a, b, c, n); //~ 18:21 the block size is a number or a dim3, here is a string: 256 without quotes
    cudaDeviceSynchronize();
    printf("%f\n", c[1]);
    return 0;
}
