// Block 0 spins at line 10 until the last of 100,000 blocks sets a flag. Ends on a card; hangs if blocks are run one by one.
#include <cuda_runtime.h>
volatile __device__ int ready = 0;

__global__ void handshake(float* data)
{
    unsigned gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            while (ready == 0) ;
        __syncthreads();
        data[gid] = -1.0f;
    } else {
        data[gid] = 1.0f;
        __syncthreads();
        __threadfence();
        if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1)
            ready = 1;
    }
}

int main()
{
    const int blocks = 100000, threads = 128;
    float* data;
    cudaMalloc(&data, sizeof(float) * blocks * threads);
    handshake<<<blocks, threads>>>(data);
    return (int)cudaDeviceSynchronize();
}
