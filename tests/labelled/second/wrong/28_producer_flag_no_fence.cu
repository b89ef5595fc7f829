#include <cstdio>
#include <cuda_runtime.h>

#define TILE 128

__global__ void pipeline(const float *raw, volatile float *stage, float *done, volatile int *flag)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        // stage 1: scale
        stage[t] = raw[t] * 0.5f;
        __syncthreads();
        if (t == 0)
            *flag = 1;
    } else {
        // stage 2: differences
        if (t == 0)
            while (*flag == 0) { }
        __syncthreads();
        __threadfence();
        float right = t + 1 < TILE ? stage[t + 1] : stage[t];
        done[t] = right - stage[t];
    }
}

int main()
{
    float h[TILE], *raw, *stage, *done;
    int *flag;
    for (int i = 0; i < TILE; i++) h[i] = (float)(i * i);
    cudaMalloc(&raw, sizeof(h));
    cudaMalloc(&stage, sizeof(h));
    cudaMalloc(&done, sizeof(h));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaMemcpy(raw, h, sizeof(h), cudaMemcpyHostToDevice);
    pipeline<<<2, TILE>>>(raw, stage, done, flag);
    cudaMemcpy(h, done, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[TILE - 2]);
    cudaFree(raw); cudaFree(stage); cudaFree(done); cudaFree(flag);
    return 0;
}
