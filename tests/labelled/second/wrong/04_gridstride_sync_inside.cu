#include <cstdio>
#include <cuda_runtime.h>

__global__ void countFlags(const int *flags, int n, int *total)
{
    __shared__ int hits;
    if (threadIdx.x == 0) hits = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (flags[i] != 0)
            atomicAdd(&hits, 1);
        __syncthreads();
    }
    __syncthreads();

    if (threadIdx.x == 0)
        atomicAdd(total, hits);
}

int main()
{
    const int n = 5000;
    const int threads = 192;
    const int blocks  = 5;
    int *flags, *total;
    cudaMallocManaged(&flags, n * sizeof(int));
    cudaMallocManaged(&total, sizeof(int));
    for (int i = 0; i < n; i++) flags[i] = i % 3 == 0;
    *total = 0;
    countFlags<<<blocks, threads>>>(flags, n, total);
    cudaDeviceSynchronize();
    printf("%d\n", *total);
    cudaFree(flags);
    cudaFree(total);
    return 0;
}
