#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void wave(float *u, const float *v, float c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) u[i] += c * (v[i - 1] - 2 * v[i] + v[i + 1]);
}

int main(void)
{
    float *u = NULL, *v = NULL;
    int rc = 1, n = 8192;

    if (cudaMalloc(&u, n * sizeof(float)) != cudaSuccess)
        goto cleanup; //~ 17:9 this goto jumps past the initialisation of 'threads' (line 21) and 'blocks'
    if (cudaMalloc(&v, n * sizeof(float)) != cudaSuccess)
        goto cleanup;

    int threads = 256;
    int blocks = n / threads;
    for (int t = 0; t < 20; t++) {
        wave<<<blocks, threads>>>(u, v, 0.1f, n);
        wave<<<blocks, threads>>>(v, u, 0.1f, n);
    }
    rc = cudaDeviceSynchronize() != cudaSuccess;

cleanup:
    cudaFree(u);
    cudaFree(v);
    return rc;
}
