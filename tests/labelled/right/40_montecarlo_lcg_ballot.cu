// pi by Monte Carlo: counting hits with warp votes
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned wangHash(unsigned s)
{
    s = (s ^ 61u) ^ (s >> 16);
    s *= 9u;
    s ^= s >> 4;
    s *= 0x27d4eb2du;
    return s ^ (s >> 15);
}

__device__ float nextUniform(unsigned& state)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) * (1.0f / 16777216.0f);
}

__global__ void countHits(unsigned long long* total, int samplesPerThread)
{
    unsigned state = wangHash(blockIdx.x * blockDim.x + threadIdx.x + 1u);
    unsigned hits = 0;
    for (int i = 0; i < samplesPerThread; ++i) {
        float x = nextUniform(state), y = nextUniform(state);
        unsigned vote = __ballot_sync(0xffffffffu, x * x + y * y <= 1.0f);
        hits += __popc(vote);
    }
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, (unsigned long long)hits);
}

int main()
{
    const int blocks = 10, threads = 192, per = 100;
    unsigned long long* d, h;
    cudaMalloc(&d, sizeof(*d));
    cudaMemset(d, 0, sizeof(*d));
    countHits<<<blocks, threads>>>(d, per);
    cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("pi ~ %.4f\n", 4.0 * h / ((double)blocks * threads * per));
    cudaFree(d);
    return 0;
}
