/* A right sum of 2^24 floats: shared memory tree, then a warp shuffle tail, then one atomicAdd per block. */
#include <cuda_runtime.h>
#include <stdio.h>

constexpr unsigned kCount = 1u << 24;
constexpr int kThreads = 256;

template <int BLOCK>
__global__ void reduceSum(const float* __restrict__ in, float* __restrict__ total, unsigned n)
{
    __shared__ float sm[BLOCK];
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * (BLOCK * 2) + tid;

    float mine = 0.f;
    if (i < n) mine += in[i];
    if (i + BLOCK < n) mine += in[i + BLOCK];
    sm[tid] = mine;
    __syncthreads();

    for (unsigned s = BLOCK / 2; s > 32; s >>= 1)
    {
        if (tid < s) sm[tid] += sm[tid + s];
        __syncthreads();
    }

    if (tid < 32)
    {
        float v = sm[tid] + sm[tid + 32];
        for (int off = 16; off > 0; off >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, off);
        if (tid == 0) atomicAdd(total, v);
    }
}

int main()
{
    float *in = nullptr, *total = nullptr;
    cudaMalloc(&in, kCount * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMemset(in, 0, kCount * sizeof(float));
    cudaMemset(total, 0, sizeof(float));
    const int blocks = kCount / (kThreads * 2);
    reduceSum<kThreads><<<blocks, kThreads>>>(in, total, kCount);
    float host = 0.f;
    cudaMemcpy(&host, total, sizeof(float), cudaMemcpyDeviceToHost);
    printf("sum = %g\n", host);
    return 0;
}
