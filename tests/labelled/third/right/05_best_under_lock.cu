#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct {
    float score;
    int   index;
} Best;

__device__ int mutex = 0;

__global__ void findBest(const float *score, int n, volatile Best *best)
{
    __shared__ float s[128];
    __shared__ int   w[128];
    int t = threadIdx.x;
    int i = blockIdx.x * 128 + t;

    s[t] = (i < n) ? score[i] : -1.0f;
    w[t] = i;
    __syncthreads();
    for (int k = 64; k; k >>= 1) {
        if (t < k && s[t + k] > s[t]) {
            s[t] = s[t + k];
            w[t] = w[t + k];
        }
        __syncthreads();
    }

    if (t != 0) return;

    while (atomicCAS(&mutex, 0, 1) != 0)
        ;
    __threadfence();
    if (s[0] > best->score) {
        best->score = s[0];
        best->index = w[0];
    }
    __threadfence();
    atomicExch(&mutex, 0);
}

int main(void)
{
    const int n = 2500;
    float *score;
    Best *best;
    cudaMallocManaged(&score, n * sizeof(float));
    cudaMallocManaged(&best, sizeof(Best));
    srand(7);
    for (int i = 0; i < n; i++)
        score[i] = (float)(rand() % 100000) / 10.0f;
    best->score = -1.0f;
    best->index = -1;
    findBest<<<(n + 127) / 128, 128>>>(score, n, best);
    cudaDeviceSynchronize();
    printf("best %f at %d\n", best->score, best->index);
    cudaFree(score);
    cudaFree(best);
    return 0;
}
