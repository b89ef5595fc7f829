#include <cstdio>
#include <cuda_runtime.h>

const int BLOCK = 512;

__global__ void inclusiveScan(int *data)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int g = blockIdx.x * BLOCK + t;

    s[t] = data[g];
    __syncthreads();

    for (int d = 1; d < BLOCK; d <<= 1) {
        if (t >= d)
            s[t] += s[t - d];
        __syncthreads();
    }

    data[g] = s[t];
}

int main()
{
    const int blocks = 4;
    const int n = blocks * BLOCK;
    int *data;
    cudaMallocManaged(&data, n * sizeof(int));
    for (int i = 0; i < n; ++i)
        data[i] = 1;

    inclusiveScan<<<blocks, BLOCK>>>(data);
    cudaDeviceSynchronize();

    for (int b = 0; b < blocks; ++b)
        printf("block %d ends with %d (want %d)\n", b, data[b * BLOCK + BLOCK - 1], BLOCK);
    cudaFree(data);
    return 0;
}
