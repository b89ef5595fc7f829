#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define THREADS 128

__device__ void treeMax(float *r)
{
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) r[threadIdx.x] = fmaxf(r[threadIdx.x], r[threadIdx.x + s]);
    }
    __syncthreads();
}

__device__ void treeSum(float *r)
{
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) r[threadIdx.x] += r[threadIdx.x + s];
    }
    __syncthreads();
}

__global__ void softmax(const float *logits, float *prob, int classes)
{
    __shared__ float red[THREADS];
    const float *in = logits + blockIdx.x * classes;
    float *out = prob + blockIdx.x * classes;

    float m = -INFINITY;
    for (int c = threadIdx.x; c < classes; c += THREADS) m = fmaxf(m, in[c]);
    red[threadIdx.x] = m;
    treeMax(red);
    float top = red[0];

    float s = 0.0f;
    for (int c = threadIdx.x; c < classes; c += THREADS) s += expf(in[c] - top);
    red[threadIdx.x] = s;
    treeSum(red);

    float inv = 1.0f / red[0];
    for (int c = threadIdx.x; c < classes; c += THREADS) out[c] = expf(in[c] - top) * inv;
}

int main()
{
    const int rows = 32, classes = 300;
    size_t bytes = rows * classes * sizeof(float);
    float *h = (float *)malloc(bytes), *a, *b;
    for (int i = 0; i < rows * classes; i++) h[i] = (float)((i * 31) % 67) / 10.0f;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
    softmax<<<rows, THREADS>>>(a, b, classes);
    cudaMemcpy(h, b, bytes, cudaMemcpyDeviceToHost);
    float t = 0;
    for (int c = 0; c < classes; c++) t += h[c];
    printf("sum of row 0: %f\n", t);
    return 0;
}
