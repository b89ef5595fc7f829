#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void avg2(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 0.5f * (a[2 * i] + a[2 * i + 1]);
}

int main(void)
{
    int n = 512;
    void *raw = malloc(2 * n * sizeof(float));
    float *a, *b;
    for (int i = 0; i < 2 * n; i++)
        raw[i] = 1.0f * i; //~ 17:9 raw is a void*: it has no elements, cast it first ((float *)raw)
    cudaMalloc(&a, 2 * n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, raw, 2 * n * sizeof(float), cudaMemcpyHostToDevice);
    avg2<<<n / 32, 32>>>(a, b, n);
    cudaDeviceSynchronize();
    free(raw);
    return 0;
}
