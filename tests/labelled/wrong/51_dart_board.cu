// Monte Carlo estimate of pi with xorshift
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define BLOCKS  16
#define THREADS 64

__device__ float uniform01(unsigned int *s)
{
    unsigned int x = *s;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *s = x;
    return x * 2.3283064e-10f;
}

__global__ void throwDarts(unsigned int *hits, int darts)
{
    unsigned int seed = 1234567u + 7919u * (blockIdx.x * blockDim.x + threadIdx.x);
    int inside = 0;
    for (int d = 0; d < darts; d++) {
        float x = uniform01(&seed);
        float y = uniform01(&seed);
        if (x * x + y * y < 1.0f) inside++;
    }
    hits[blockIdx.x] += inside;
}

int main(int argc, char **argv)
{
    int darts = argc > 1 ? atoi(argv[1]) : 200;
    unsigned int *d, h[BLOCKS];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    throwDarts<<<BLOCKS, THREADS>>>(d, darts);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    double t = 0;
    for (int b = 0; b < BLOCKS; b++) t += h[b];
    printf("pi = %f\n", 4.0 * t / ((double)BLOCKS * THREADS * darts));
    cudaFree(d);
    return 0;
}
