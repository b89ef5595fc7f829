#include <stdio.h>
#include <cuda_runtime.h>

__global__ void partialSums(const int *in, int *sums, int n)
{
    extern __shared__ int cache[];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    cache[tid] = (i < n) ? in[i] : 0;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            cache[tid] += cache[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = cache[0];
}

int main(void)
{
    const int n = 1900;
    const int threads = 96;
    const int blocks = (n + threads - 1) / threads;
    int *in, *sums;
    int total = 0;

    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&sums, blocks * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = 1;

    partialSums<<<blocks, threads, threads * sizeof(int)>>>(in, sums, n);
    cudaDeviceSynchronize();

    for (int b = 0; b < blocks; b++)
        total += sums[b];
    printf("total = %d, n = %d\n", total, n);
    cudaFree(in);
    cudaFree(sums);
    return 0;
}
