// global maximum of floats by atomicMax on order-preserving keys
#include <cstdio>
#include <cuda_runtime.h>

union FloatBits { float f; unsigned u; };

__host__ __device__ inline unsigned toKey(float x)
{
    FloatBits b;
    b.f = x;
    return (b.u & 0x80000000u) ? ~b.u : b.u | 0x80000000u;
}

__host__ __device__ inline float fromKey(unsigned k)
{
    FloatBits b;
    b.u = (k & 0x80000000u) ? k & 0x7fffffffu : ~k;
    return b.f;
}

__global__ void maxKernel(const float* x, int n, unsigned* best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned key = toKey(x[i]);
        if (key > *best)            // cheap filter, the atomic decides
            atomicMax(best, key);
    }
}

int main()
{
    const int n = 1500;
    float h[n];
    for (int i = 0; i < n; ++i) h[i] = -1.0f - (i * 31 % 997);
    float* x; unsigned* best; unsigned k = 0;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&best, sizeof(unsigned));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(best, &k, sizeof(k), cudaMemcpyHostToDevice);
    maxKernel<<<(n + 255) / 256, 256>>>(x, n, best);
    cudaMemcpy(&k, best, sizeof(k), cudaMemcpyDeviceToHost);
    printf("max %f\n", fromKey(k));
    return 0;
}
