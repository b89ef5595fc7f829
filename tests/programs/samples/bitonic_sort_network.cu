// Ascending sort of floats with Batcher's bitonic network.
// The length is padded to a power of two with +infinity.  Steps whose
// partners lie in one block run together in shared memory, the others are
// one launch each.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

constexpr unsigned kThreads = 256;
constexpr unsigned kLocal = 2 * kThreads;      // elements of a block

__device__ __forceinline__ void order(float &a, float &b, bool up)
{
    if ((a > b) == up) {
        float t = a;
        a = b;
        b = t;
    }
}

// all stages up to run length kLocal
__global__ void sortLocal(float *data)
{
    __shared__ float s[kLocal];
    float *mine = data + (size_t)blockIdx.x * kLocal;
    s[threadIdx.x] = mine[threadIdx.x];
    s[threadIdx.x + kThreads] = mine[threadIdx.x + kThreads];
    for (unsigned run = 2; run <= kLocal; run *= 2)
        for (unsigned dist = run / 2; dist > 0; dist /= 2) {
            __syncthreads();
            unsigned lo = 2 * dist * (threadIdx.x / dist) + threadIdx.x % dist;
            unsigned global = blockIdx.x * kLocal + lo;
            order(s[lo], s[lo + dist], (global & run) == 0);
        }
    __syncthreads();
    mine[threadIdx.x] = s[threadIdx.x];
    mine[threadIdx.x + kThreads] = s[threadIdx.x + kThreads];
}

// one compare-exchange step over the whole array
__global__ void stepGlobal(float *data, unsigned run, unsigned dist)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lo = 2 * dist * (t / dist) + t % dist;
    order(data[lo], data[lo + dist], (lo & run) == 0);
}

// the remaining steps of a stage, once the distance fits
__global__ void finishLocal(float *data, unsigned run)
{
    __shared__ float s[kLocal];
    float *mine = data + (size_t)blockIdx.x * kLocal;
    s[threadIdx.x] = mine[threadIdx.x];
    s[threadIdx.x + kThreads] = mine[threadIdx.x + kThreads];
    const bool up = ((blockIdx.x * kLocal) & run) == 0;
    for (unsigned dist = kThreads; dist > 0; dist >>= 1) {
        __syncthreads();
        unsigned lo = 2 * dist * (threadIdx.x / dist) + threadIdx.x % dist;
        order(s[lo], s[lo + dist], up);
    }
    __syncthreads();
    mine[threadIdx.x] = s[threadIdx.x];
    mine[threadIdx.x + kThreads] = s[threadIdx.x + kThreads];
}

__global__ void padWithInfinity(float *data, unsigned from, unsigned to)
{
    unsigned i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to) data[i] = INFINITY;
}

static unsigned nextPowerOfTwo(unsigned n)
{
    unsigned p = kLocal;
    while (p < n) p <<= 1;
    return p;
}

static bool sortOnDevice(float *h, unsigned n)
{
    const unsigned padded = nextPowerOfTwo(n);
    float *d = nullptr;
    if (cudaMalloc((void **)&d, padded * sizeof(float)) != cudaSuccess) return false;
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    if (padded > n) {
        const unsigned extra = padded - n;
        padWithInfinity<<<(extra + 127) / 128, 128>>>(d, n, padded);
    }
    const unsigned blocks = padded / kLocal;
    sortLocal<<<blocks, kThreads>>>(d);
    for (unsigned run = kLocal << 1; run <= padded; run <<= 1) {
        unsigned dist = run >> 1;
        for (; dist > kThreads; dist >>= 1)
            stepGlobal<<<padded / 2 / 512, 512>>>(d, run, dist);
        finishLocal<<<blocks, kThreads>>>(d, run);
    }
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return cudaGetLastError() == cudaSuccess;
}

static int cmpFloat(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

int main()
{
    const unsigned n = 12000;
    float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float));
    srand(20230);
    for (unsigned i = 0; i < n; i++) a[i] = b[i] = (float)(rand() % 100000) * 0.01f - 300.0f;
    if (!sortOnDevice(a, n)) {
        printf("device error: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 2;
    }
    qsort(b, n, sizeof(float), cmpFloat);
    const bool ok = memcmp(a, b, n * sizeof(float)) == 0;
    printf("%u floats: %s\n", n, ok ? "sorted" : "NOT SORTED");
    free(a);
    free(b);
    return ok ? 0 : 1;
}
