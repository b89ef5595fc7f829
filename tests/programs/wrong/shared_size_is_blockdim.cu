#include <cstdio>
#include <cuda_runtime.h>

#define TPB 128

// 块内求和
__global__ void kuaiQiuhe(const float *shuru, float *shuchu, int n)
{
    __shared__ float huancun[blockDim.x]; //~ 9:30 the size of a __shared__ array has to be a constant, blockDim.x is known only at the launch: TPB?
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    huancun[threadIdx.x] = i < n ? shuru[i] : 0.0f;
    __syncthreads();
    for (int b = blockDim.x / 2; b > 0; b /= 2) {
        if (threadIdx.x < b) huancun[threadIdx.x] += huancun[threadIdx.x + b];
        __syncthreads();
    }
    if (threadIdx.x == 0) shuchu[blockIdx.x] = huancun[0];
}

int main()
{
    int n = 10000, kuai = (n + TPB - 1) / TPB;
    float *shuru, *shuchu;
    cudaMalloc(&shuru, n * sizeof(float));
    cudaMalloc(&shuchu, kuai * sizeof(float));
    cudaMemset(shuru, 0, n * sizeof(float));
    kuaiQiuhe<<<kuai, TPB>>>(shuru, shuchu, n);
    cudaDeviceSynchronize();
    return 0;
}
