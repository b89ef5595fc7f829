#include <cstdio>
#include <cuda_runtime.h>

#define CHUNK 256

__global__ void subtractMean(float *x)
{
    __shared__ float part[CHUNK];
    __shared__ float mean;
    int t = threadIdx.x;
    int g = blockIdx.x * CHUNK + t;

    float v = x[g];
    part[t] = v;
    __syncthreads();
    for (int s = CHUNK / 2; s > 0; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        mean = part[0] / CHUNK;
    x[g] = v - mean;
}

int main()
{
    const int chunks = 24;
    const int n = chunks * CHUNK;
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    for (int i = 0; i < n; ++i) x[i] = (float)(i % 100);
    subtractMean<<<chunks, CHUNK>>>(x);
    cudaDeviceSynchronize();
    double s = 0;
    for (int i = 0; i < n; ++i) s += x[i];
    printf("sum of residuals %g\n", s);
    cudaFree(x);
    return 0;
}
