#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define THREADS 256
#define WARPS   (THREADS / 32)

__device__ unsigned g_ticket = 0;

__device__ int warpScan(int v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    return v;
}

__global__ void chainedScan(const int *in, int *out, int n, volatile int *prefix, int *flags)
{
    __shared__ unsigned tile;
    __shared__ int warpSums[WARPS];
    __shared__ int carry;

    if (threadIdx.x == 0) tile = atomicAdd(&g_ticket, 1u);
    __syncthreads();
    const unsigned b = tile;

    int i = b * THREADS + threadIdx.x;
    int v = warpScan(i < n ? in[i] : 0);
    int w = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 31) warpSums[w] = v;
    __syncthreads();
    for (int k = 0; k < w; ++k) v += warpSums[k];

    if (threadIdx.x == THREADS - 1) {
        int before = 0;
        if (b > 0) {
            while (atomicAdd(&flags[b - 1], 0) == 0) { }
            __threadfence();
            before = prefix[b - 1];
        }
        prefix[b] = before + v;
        __threadfence();
        atomicExch(&flags[b], 1);
        carry = before;
    }
    __syncthreads();
    if (i < n) out[i] = carry + v;
}

int main()
{
    const int n = 9999;
    const int blocks = (n + THREADS - 1) / THREADS;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = i % 5;
    int *in, *out, *prefix, *flags;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&prefix, blocks * sizeof(int));
    cudaMalloc(&flags, blocks * sizeof(int));
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(flags, 0, blocks * sizeof(int));
    chainedScan<<<blocks, THREADS>>>(in, out, n, prefix, flags);
    std::vector<int> r(n);
    cudaMemcpy(r.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int run = 0, bad = 0;
    for (int i = 0; i < n; ++i) {
        run += h[i];
        bad += r[i] != run;
    }
    printf("bad %d\n", bad);
    cudaFree(in); cudaFree(out); cudaFree(prefix); cudaFree(flags);
    return bad != 0;
}
