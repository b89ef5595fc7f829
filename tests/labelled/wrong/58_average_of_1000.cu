// qiu pingjun zhi (average of an array)
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SHU 1000
#define XIANCHENG 256

__global__ void partialSums(const float *shuju, float *jieguo)
{
    __shared__ float huancun[XIANCHENG];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    // chaochu fanwei de xiancheng bu gongzuo
    if (i >= SHU) return;

    huancun[tid] = shuju[i];
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) huancun[tid] += huancun[tid + s];
        __syncthreads();
    }
    if (tid == 0) jieguo[blockIdx.x] = huancun[0];
}

int main()
{
    int kuai = (SHU + XIANCHENG - 1) / XIANCHENG;
    float *h = (float *)malloc(SHU * sizeof(float));
    float *p = (float *)malloc(kuai * sizeof(float));
    for (int i = 0; i < SHU; i++) h[i] = i * 1.0f;
    float *d, *dp;
    cudaMalloc((void **)&d, SHU * sizeof(float));
    cudaMalloc((void **)&dp, kuai * sizeof(float));
    cudaMemcpy(d, h, SHU * sizeof(float), cudaMemcpyHostToDevice);
    partialSums<<<kuai, XIANCHENG>>>(d, dp);
    cudaMemcpy(p, dp, kuai * sizeof(float), cudaMemcpyDeviceToHost);
    float he = 0;
    for (int k = 0; k < kuai; k++) he += p[k];
    printf("pingjun = %f\n", he / SHU);
    free(h);
    free(p);
    return 0;
}
