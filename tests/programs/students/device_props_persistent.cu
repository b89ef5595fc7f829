/* "Persistent threads": as many blocks as fit the GPU take work items from a
   counter until none is left. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Work {
    unsigned first;
    unsigned last;
};

__device__ unsigned int nextItem;

__device__ unsigned collatz(unsigned long long v)
{
    unsigned steps = 0;
    while (v != 1) {
        v = (v & 1) ? 3 * v + 1 : v / 2;
        ++steps;
    }
    return steps;
}

__global__ void resetCounter() { nextItem = 0; }

__global__ void consume(const Work *work, unsigned items, unsigned *longest)
{
    __shared__ unsigned item;
    for (;;) {
        if (threadIdx.x == 0)
            item = atomicAdd(&nextItem, 1u);
        __syncthreads();
        unsigned mine = item;
        __syncthreads();
        if (mine >= items)
            break;
        for (unsigned v = work[mine].first + threadIdx.x; v < work[mine].last; v += blockDim.x)
            atomicMax(&longest[mine], collatz(v));
    }
}

static unsigned hostLongest(const Work &w)
{
    unsigned best = 0;
    for (unsigned v = w.first; v < w.last; ++v) {
        unsigned s = 0;
        for (unsigned long long x = v; x != 1; ++s)
            x = x % 2 ? 3 * x + 1 : x / 2;
        if (s > best)
            best = s;
    }
    return best;
}

int main()
{
    cudaDeviceProp prop;
    if (cudaGetDeviceProperties(&prop, 0) != cudaSuccess) {
        fprintf(stderr, "no CUDA device\n");
        return EXIT_FAILURE;
    }
    printf("running on %s\n", prop.name);

    constexpr unsigned kItems = 50;
    constexpr unsigned kSpan = 700;
    Work host[kItems];
    for (unsigned i = 0; i < kItems; ++i)
        host[i] = Work{1 + i * kSpan, 1 + (i + 1) * kSpan};

    Work *work;
    unsigned *longest, result[kItems];
    cudaMalloc(&work, sizeof host);
    cudaMalloc(&longest, sizeof result);
    cudaMemcpy(work, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(longest, 0, sizeof result);

    resetCounter<<<1, 1>>>();
    consume<<<2 * prop.multiProcessorCount, 128>>>(work, kItems, longest);
    cudaMemcpy(result, longest, sizeof result, cudaMemcpyDeviceToHost);

    unsigned bad = 0;
    for (unsigned i = 0; i < kItems; ++i)
        if (result[i] != hostLongest(host[i]))
            ++bad;
    printf("%u items, %u wrong\n", kItems, bad);
    cudaFree(work);
    cudaFree(longest);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
