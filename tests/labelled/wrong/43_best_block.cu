#include <cuda_runtime.h>
#include <cstdio>

struct Best {
    int value;
    int block;
};

__device__ int mutex = 0;

__global__ void bestBlock(const int* data, volatile Best* best)
{
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, data[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();

    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) { }
        __threadfence();
        if (sum <= best->value) return;
        best->value = sum;
        best->block = blockIdx.x;
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

int main()
{
    const int n = 8 * 64;
    int h[n];
    for (int i = 0; i < n; ++i) h[i] = i % 4;
    Best hb = {-1, -1}, *best;
    int* d;
    cudaMalloc(&d, sizeof(h));
    cudaMalloc(&best, sizeof(Best));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(best, &hb, sizeof(hb), cudaMemcpyHostToDevice);
    bestBlock<<<8, 64>>>(d, best);
    cudaMemcpy(&hb, best, sizeof(hb), cudaMemcpyDeviceToHost);
    printf("block %d has %d\n", hb.block, hb.value);
    return 0;
}
