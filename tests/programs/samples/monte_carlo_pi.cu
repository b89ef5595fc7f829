/* Estimates pi with a xorshift generator per thread.
 *
 * The block size comes from the occupancy calculator, the number of blocks
 * from the number of multiprocessors, so the launch differs between GPUs;
 * a second, fixed configuration follows for comparison. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES_PER_THREAD 64
#define CHECK(x)                                                                       \
    do {                                                                               \
        cudaError_t e = (x);                                                           \
        if (e != cudaSuccess) {                                                        \
            printf("%s failed at line %d: %s\n", #x, __LINE__, cudaGetErrorString(e)); \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

__device__ unsigned long long d_hits;

__device__ inline uint32_t splitmix(uint32_t x)
{
    x += 0x9e3779b9u;
    x = (x ^ (x >> 16)) * 0x85ebca6bu;
    x = (x ^ (x >> 13)) * 0xc2b2ae35u;
    return x ^ (x >> 16);
}

__device__ inline float uniform(uint32_t &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return (float)(s >> 8) * (1.0f / 16777216.0f);
}

__global__ void setup_states(uint32_t *states, uint32_t seed, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        uint32_t s = splitmix(seed + (uint32_t)i);
        states[i] = s ? s : 1u;
    }
}

__global__ void throw_darts(uint32_t *states, int samples, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t s = states[i];
    unsigned hits = 0;
    for (int k = 0; k < samples; ++k) {
        float x = uniform(s), y = uniform(s);
        hits += x * x + y * y <= 1.0f;
    }
    states[i] = s;
    atomicAdd(&d_hits, (unsigned long long)hits);
}

static double estimate(uint32_t *states, int blocks, int threads, size_t n, int samples)
{
    unsigned long long zero = 0, hits = 0;
    CHECK(cudaMemcpyToSymbol(d_hits, &zero, sizeof zero));
    throw_darts<<<blocks, threads>>>(states, samples, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&hits, d_hits, sizeof hits));
    return 4.0 * (double)hits / ((double)n * samples);
}

int main(int argc, char **argv)
{
    uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1234u;
    int device = 0;
    cudaDeviceProp prop;
    CHECK(cudaSetDevice(device));
    CHECK(cudaGetDeviceProperties(&prop, device));

    int minGrid = 0, blockSize = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &blockSize, throw_darts, 0, 0));
    int blocks = prop.multiProcessorCount * 2;
    size_t n = (size_t)blocks * blockSize;
    printf("%s: %d blocks of %d threads\n", prop.name, blocks, blockSize);

    uint32_t *states;
    CHECK(cudaMalloc(&states, n * sizeof(uint32_t)));
    setup_states<<<(unsigned)((n + 255) / 256), 256>>>(states, seed, n);
    CHECK(cudaGetLastError());
    double pi1 = estimate(states, blocks, blockSize, n, SAMPLES_PER_THREAD);
    CHECK(cudaFree(states));

    const int fixedBlocks = 40, fixedThreads = 128;
    const size_t m = fixedBlocks * fixedThreads;
    CHECK(cudaMalloc(&states, m * sizeof(uint32_t)));
    setup_states<<<fixedBlocks, fixedThreads>>>(states, seed ^ 0xA5A5u, m);
    double pi2 = estimate(states, fixedBlocks, fixedThreads, m, 4 * SAMPLES_PER_THREAD);
    CHECK(cudaFree(states));

    printf("pi = %.5f and %.5f\n", pi1, pi2);
    bool ok = fabs(pi1 - M_PI) < 0.05 && fabs(pi2 - M_PI) < 0.05;
    printf("%s\n", ok ? "passed" : "FAILED");
    return !ok;
}
