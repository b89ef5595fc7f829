#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 128
#define ELEMS   (2 * THREADS)
#define BLOCKS  16

void reference(const int *in, int *out, int n)
{
    int acc = 0;
    for (int i = 0; i < n; i++) { out[i] = acc; acc += in[i]; }
}

__global__ void prescan(int *data, int *sums)
{
    __shared__ int s[ELEMS];
    int t = threadIdx.x, base = blockIdx.x * ELEMS, offset = 1;
    s[2 * t] = data[base + 2 * t];
    s[2 * t + 1] = data[base + 2 * t + 1];
    for (int d = ELEMS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
            s[bi] += s[ai];
        }
        offset *= 2;
    }
    if (t == 0) { sums[blockIdx.x] = s[ELEMS - 1]; s[ELEMS - 1] = 0; }
    for (int d = 1; d < ELEMS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
            int x = s[ai];
            s[ai] = s[bi];
            s[bi] += x;
        }
    }
    __syncthreads();
    data[base + 2 * t] = s[2 * t];
    data[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void scanSums(int *sums, int n)
{
    if (threadIdx.x == 0) {
        int acc = 0;
        for (int i = 0; i < n; i++) { int v = sums[i]; sums[i] = acc; acc += v; }
    }
}

__global__ void addSums(int *data, const int *sums)
{
    int i = blockIdx.x * ELEMS + threadIdx.x;
    data[i] += sums[blockIdx.x];
    data[i + THREADS] += sums[blockIdx.x];
}

int main()
{
    int n = BLOCKS * ELEMS;
    int *h = (int *)malloc(n * 4), *r = (int *)malloc(n * 4), *g = (int *)malloc(n * 4);
    for (int i = 0; i < n; i++) h[i] = i % 9 - 2;
    int *d, *s;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&s, BLOCKS * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    prescan<<<BLOCKS, THREADS>>>(d, s);
    scanSums<<<1, 32>>>(s, BLOCKS);
    addSums<<<BLOCKS, THREADS>>>(d, s);
    cudaMemcpy(g, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    reference(h, r, n);
    for (int i = 0; i < n; i++) if (g[i] != r[i]) { printf("differs at %d\n", i); return 1; }
    puts("same");
    return 0;
}
