#include <iostream>
#include <cuda_runtime.h>

constexpr int kThreads = 256;

__device__ void warpTail(volatile float* s, unsigned t)
{
    float v = s[t];
    v += s[t + 32]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 16]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t +  8]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t +  4]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t +  2]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t +  1]; __syncwarp(); s[t] = v;
}

__global__ void sumKernel(const float* __restrict__ x, float* __restrict__ blockSums, int n)
{
    __shared__ float s[kThreads];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * (kThreads * 2) + t;

    float acc = 0.0f;
    if (i < n)            acc += x[i];
    if (i + kThreads < n) acc += x[i + kThreads];
    s[t] = acc;
    __syncthreads();

    for (unsigned w = kThreads / 2; w > 32; w >>= 1) {
        if (t < w)
            s[t] += s[t + w];
        __syncthreads();
    }
    if (t < 32)
        warpTail(s, t);
    if (t == 0)
        blockSums[blockIdx.x] = s[0];
}

int main()
{
    const int n = 10000;
    const int blocks = (n + 2 * kThreads - 1) / (2 * kThreads);
    float *x, *sums;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&sums, blocks * sizeof(float));
    for (int i = 0; i < n; ++i) x[i] = 1.0f;

    sumKernel<<<blocks, kThreads>>>(x, sums, n);
    cudaDeviceSynchronize();

    float total = 0.0f;
    for (int b = 0; b < blocks; ++b) total += sums[b];
    std::cout << total << std::endl;
    cudaFree(x);
    cudaFree(sums);
    return total == 10000.0f ? 0 : 1;
}
