#include <stdio.h>
#include <cuda_runtime.h>

__device__ unsigned int retirementCount = 0;

__global__ void sumAll(const int *g_in, volatile int *g_part, int *g_out, unsigned int n)
{
    __shared__ int sdata[128];
    __shared__ bool amLast;
    unsigned int tid = threadIdx.x;
    int mine = 0;
    for (unsigned int i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x)
        mine += g_in[i];
    sdata[tid] = mine;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    if (tid == 0) {
        g_part[blockIdx.x] = sdata[0];
        __threadfence();
        unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();

    if (amLast) {
        int s = 0;
        for (int i = tid; i < gridDim.x; i += blockDim.x) s += g_part[i];
        sdata[tid] = s;
        __syncthreads();
        for (unsigned int k = blockDim.x / 2; k > 0; k >>= 1) {
            if (tid < k) sdata[tid] += sdata[tid + k];
            __syncthreads();
        }
        if (tid == 0) {
            *g_out = sdata[0];
            retirementCount = 0;
        }
    }
}

int main()
{
    const unsigned int n = 50000;
    const int blocks = 20;
    int *h = new int[n], *in, *part, *out, res;
    for (unsigned int i = 0; i < n; i++) h[i] = i % 13;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&part, blocks * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int rep = 0; rep < 2; rep++)
        sumAll<<<blocks, 128>>>(in, part, out, n);
    cudaMemcpy(&res, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum = %d\n", res);
    delete[] h;
    return 0;
}
