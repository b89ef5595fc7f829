#include <cstdio>
#include <cuda_runtime.h>

typedef unsigned long long u64;

__device__ inline unsigned lcg(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return state;
}

__device__ inline float uniform01(unsigned &state)
{
    return (lcg(state) >> 8) * (1.0f / 16777216.0f);
}

__global__ void estimatePi(u64 *hits, int samples)
{
    __shared__ unsigned blockHits;
    if (threadIdx.x == 0) blockHits = 0;
    __syncthreads();

    unsigned gid = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = gid * 2654435761u + 12345u;
    unsigned mine = 0;
    for (int s = 0; s < samples; ++s) {
        float x = uniform01(state);
        float y = uniform01(state);
        mine += (x * x + y * y <= 1.0f);
    }
    atomicAdd(&blockHits, mine);
    __syncthreads();

    if (threadIdx.x == 0) atomicAdd(hits, (u64)blockHits);
}

int main()
{
    const int blocks = 40, threads = 160, samples = 50;
    u64 *d_hits, hits;
    cudaMalloc(&d_hits, sizeof(u64));
    cudaMemset(d_hits, 0, sizeof(u64));
    estimatePi<<<blocks, threads>>>(d_hits, samples);
    cudaMemcpy(&hits, d_hits, sizeof(u64), cudaMemcpyDeviceToHost);
    double pi = 4.0 * hits / ((double)blocks * threads * samples);
    printf("pi ~ %f\n", pi);
    cudaFree(d_hits);
    return pi > 3.0 && pi < 3.3 ? 0 : 1;
}
