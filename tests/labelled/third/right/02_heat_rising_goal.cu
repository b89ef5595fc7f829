#include <stdio.h>
#include <cuda_runtime.h>

#define N      1024
#define STEPS  50

/* number of block arrivals since the launch; only ever grows */
__device__ unsigned int arrived;

__device__ void wait_for_all(unsigned int goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (*(volatile unsigned int *)&arrived < goal)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void heat(volatile float *a, volatile float *b, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int goal = 0;
    volatile float *src = a;
    volatile float *dst = b;

    for (int s = 0; s < steps; s++) {
        float c = src[i];
        if (i > 0 && i < N - 1)
            c = 0.25f * src[i - 1] + 0.5f * c + 0.25f * src[i + 1];
        dst[i] = c;
        goal += gridDim.x;
        wait_for_all(goal);
        volatile float *t = src;
        src = dst;
        dst = t;
    }
}

int main(void)
{
    float *a, *b;
    cudaMallocManaged(&a, N * sizeof(float));
    cudaMallocManaged(&b, N * sizeof(float));
    for (int i = 0; i < N; i++) {
        a[i] = (i == N / 2) ? 100.0f : 0.0f;
        b[i] = 0.0f;
    }
    heat<<<N / 128, 128>>>(a, b, STEPS);
    cudaDeviceSynchronize();
    printf("middle = %f\n", a[N / 2]);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
