#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstdint>

// Estimate pi with a little generator of our own (xorshift), no cuRAND.

static constexpr int kBlocks = 40;
static constexpr int kThreads = 128;
static constexpr int kTotalThreads = kBlocks * kThreads;
static constexpr int kPerThread = 200;

struct XorShift {
    uint32_t state;
    __host__ __device__ explicit XorShift(uint32_t seed) : state(seed * 2654435769u + 1u) {
        if (state == 0) state = 1;
        for (int i = 0; i < 8; ++i) next();
    }
    __host__ __device__ uint32_t next() {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state;
    }
    __host__ __device__ float uniform() { return (next() >> 8) * (1.0f / 16777216.0f); }
};

__host__ __device__ inline int throwDarts(uint32_t seed, int count) {
    XorShift rng(seed);
    int hits = 0;
    for (int i = 0; i < count; ++i) {
        float x = rng.uniform();
        float y = rng.uniform();
        if (x * x + y * y < 1.0f)
            ++hits;
    }
    return hits;
}

__global__ void darts(int *hits, int perThread, uint32_t seed) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    hits[id] = throwDarts(seed + id, perThread);
}

__global__ void sumHits(const int *hits, int n, unsigned long long *total) {
    __shared__ int partial[kThreads];
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine += hits[i];
    partial[threadIdx.x] = mine;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total = partial[0];
}

int main(int argc, char **argv) {
    const uint32_t seed = argc > 1 ? (uint32_t)atol(argv[1]) : 1234u;
    int *dHits;
    unsigned long long *hTotal, *dTotal;   // one word of mapped host memory
    cudaMalloc(&dHits, sizeof(int) * kTotalThreads);
    cudaHostAlloc(&hTotal, sizeof *hTotal, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&dTotal, hTotal, 0);
    *hTotal = 0;

    darts<<<kBlocks, kThreads>>>(dHits, kPerThread, seed);
    sumHits<<<1, kThreads>>>(dHits, kTotalThreads, dTotal);

    if (cudaDeviceSynchronize() != cudaSuccess) {
        fprintf(stderr, "the darts went astray\n");
        return 1;
    }
    const unsigned long long total = *hTotal;
    cudaFree(dHits);
    cudaFreeHost(hTotal);

    unsigned long long ref = 0;
    for (int id = 0; id < kTotalThreads; ++id)
        ref += throwDarts(seed + id, kPerThread);

    double pi = 4.0 * total / ((double)kTotalThreads * kPerThread);
    printf("pi ~ %.6f (error %.2e), %s\n", pi, std::fabs(pi - M_PI),
           std::fabs((double)ref - (double)total) < 10 ? "agrees with the host" : "DIFFERS from the host");
    return std::fabs(pi - M_PI) < 0.01 ? 0 : 1;
}
