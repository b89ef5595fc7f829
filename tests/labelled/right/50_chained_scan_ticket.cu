// Single-pass chained scan: each tile waits for the prefix of its predecessor
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 128

__device__ unsigned int ticketCounter = 0;

__global__ void chainedScan(const int *in, int *out, int n, volatile int *prefix, volatile int *ready)
{
    __shared__ int s[BLOCK];
    __shared__ unsigned int tile;
    __shared__ int carry;
    const int t = threadIdx.x;

    if (t == 0) tile = atomicAdd(&ticketCounter, 1u);
    __syncthreads();

    const int i = tile * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        int add = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }

    if (t == 0) {
        int c = 0;
        if (tile > 0) {
            while (ready[tile - 1] == 0) { }
            __threadfence();
            c = prefix[tile - 1];
        }
        prefix[tile] = c + s[BLOCK - 1];
        __threadfence();
        ready[tile] = 1;
        carry = c;
    }
    __syncthreads();
    if (i < n) out[i] = s[t] + carry;
}

int main()
{
    const int n = 2500, tiles = (n + BLOCK - 1) / BLOCK;
    int *h = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) h[i] = 1 + i % 2;
    int *in, *out, *prefix, *ready;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&prefix, tiles * sizeof(int));
    cudaMalloc(&ready, tiles * sizeof(int));
    cudaMemset(ready, 0, tiles * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    chainedScan<<<tiles, BLOCK>>>(in, out, n, prefix, ready);
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[n - 1]);
    return 0;
}
