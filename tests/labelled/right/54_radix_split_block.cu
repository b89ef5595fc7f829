/* radix sort of 256 keys in one block, one bit at a time */
#include <stdio.h>
#include <cuda_runtime.h>

#define KEYS 256

__device__ int blockInclusive(int v, int *scr)
{
    int t = threadIdx.x;
    scr[t] = v;
    __syncthreads();
    for (int d = 1; d < KEYS; d *= 2) {
        int a = 0;
        if (t >= d) a = scr[t - d];
        __syncthreads();
        scr[t] += a;
        __syncthreads();
    }
    return scr[t];
}

__global__ void radix(unsigned *g, int bits)
{
    __shared__ unsigned key[KEYS];
    __shared__ int scr[KEYS];
    int t = threadIdx.x;
    key[t] = g[blockIdx.x * KEYS + t];
    __syncthreads();
    for (int b = 0; b < bits; b++) {
        unsigned k = key[t];
        int one = (k >> b) & 1;
        int zerosIncl = blockInclusive(1 - one, scr);
        int zeros = scr[KEYS - 1];
        int dst = one ? zeros + t - zerosIncl : zerosIncl - 1;
        key[dst] = k;
        __syncthreads();
    }
    g[blockIdx.x * KEYS + t] = key[t];
}

int main()
{
    unsigned h[4 * KEYS];
    unsigned s = 42;
    for (int i = 0; i < 4 * KEYS; i++) { s = s * 1103515245u + 12345u; h[i] = s >> 20; }
    unsigned *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    radix<<<4, KEYS>>>(d, 12);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 4; b++)
        for (int i = 1; i < KEYS; i++)
            if (h[b * KEYS + i - 1] > h[b * KEYS + i]) { printf("block %d bad\n", b); return 1; }
    printf("ok\n");
    return 0;
}
