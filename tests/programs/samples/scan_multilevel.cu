// Inclusive prefix sum of 64-bit counters, any length.
// A block scans its stretch with warp shuffles and leaves its total behind;
// the totals are scanned by the same function (recursion), then added back.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef unsigned long long count_t;

enum { WARPS = 4, THREADS = WARPS * 32, PER_THREAD = 4, STRETCH = THREADS * PER_THREAD };

static int depthReached = 0;

__device__ count_t scanWarp(count_t v, int lane)
{
    for (int d = 1; d < 32; d <<= 1) {
        count_t left = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += left;
    }
    return v;
}

__global__ void scanStretch(const count_t *in, count_t *out, count_t *totals, size_t n)
{
    __shared__ count_t warpSum[WARPS];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t first = (size_t)blockIdx.x * STRETCH + threadIdx.x * PER_THREAD;
    count_t own[PER_THREAD], sum = 0;
    for (int k = 0; k < PER_THREAD; k++) {
        sum += first + k < n ? in[first + k] : 0;
        own[k] = sum;
    }
    count_t upTo = scanWarp(sum, lane);
    if (lane == 31) warpSum[warp] = upTo;
    __syncthreads();
    count_t before = upTo - sum;
    for (int w = 0; w < warp; w++) before += warpSum[w];
    for (int k = 0; k < PER_THREAD; k++)
        if (first + k < n) out[first + k] = before + own[k];
    if (totals && threadIdx.x == THREADS - 1) totals[blockIdx.x] = before + sum;
}

// block b > 0 adds the total of all blocks before it
__global__ void addTotals(count_t *data, const count_t *scannedTotals, size_t n)
{
    const count_t offset = scannedTotals[blockIdx.x];
    size_t i = (size_t)(blockIdx.x + 1) * STRETCH + threadIdx.x;
    for (int k = 0; k < PER_THREAD; k++, i += THREADS)
        if (i < n) data[i] += offset;
}

static cudaError_t inclusiveScan(const count_t *in, count_t *out, size_t n, int depth = 0)
{
    assert(n > 0);
    if (depth > depthReached) depthReached = depth;
    const unsigned blocks = (unsigned)((n + STRETCH - 1) / STRETCH);
    if (blocks == 1) {
        scanStretch<<<1, THREADS>>>(in, out, nullptr, n);
        return cudaGetLastError();
    }
    count_t *totals = nullptr;
    cudaError_t e = cudaMalloc((void **)&totals, blocks * sizeof(count_t));
    if (e != cudaSuccess) return e;
    scanStretch<<<blocks, THREADS>>>(in, out, totals, n);
    e = inclusiveScan(totals, totals, blocks, depth + 1);
    if (e == cudaSuccess) {
        addTotals<<<blocks - 1, THREADS>>>(out, totals, n);
        e = cudaGetLastError();
    }
    cudaFree(totals);
    return e;
}

int main(int argc, char *argv[])
{
    size_t n = 300001;
    if (argc > 1) n = strtoull(argv[1], NULL, 10);
    if (n == 0) return 2;
    count_t *h = (count_t *)malloc(n * sizeof(count_t)), *got = (count_t *)malloc(n * sizeof(count_t));
    for (size_t i = 0; i < n; i++) h[i] = (i * 2654435761ull) % 100000ull;

    count_t *d_in, *d_out;
    if (cudaMalloc((void **)&d_in, n * sizeof(count_t)) || cudaMalloc((void **)&d_out, n * sizeof(count_t))) {
        puts("no memory");
        return 2;
    }
    cudaMemcpy(d_in, h, n * sizeof(count_t), cudaMemcpyHostToDevice);
    cudaError_t e = inclusiveScan(d_in, d_out, n);
    if (e != cudaSuccess) {
        printf("scan: %s\n", cudaGetErrorString(e));
        return 2;
    }
    cudaMemcpy(got, d_out, n * sizeof(count_t), cudaMemcpyDeviceToHost);

    size_t wrong = 0;
    count_t run = 0;
    for (size_t i = 0; i < n; i++) {
        run += h[i];
        if (got[i] != run && wrong++ < 3) printf("[%zu] %llu instead of %llu\n", i, got[i], run);
    }
    printf("%zu values, %d levels below the first: %s\n", n, depthReached, wrong ? "FAILED" : "PASSED");
    cudaFree(d_in);
    cudaFree(d_out);
    free(h);
    free(got);
    return wrong != 0;
}
