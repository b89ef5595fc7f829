#include <stdio.h>
#include <cuda_runtime.h>

#define TILE 128

/* reverse every tile of 128 numbers in place; the last tile may be short */
__global__ void reverseTiles(int *a, int n)
{
    __shared__ int buf[TILE];
    int tiles = (n + TILE - 1) / TILE;

    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int start = tile * TILE;
        int len = min(TILE, n - start);
        if (threadIdx.x < len)
            buf[threadIdx.x] = a[start + threadIdx.x];
        __syncthreads();
        if (threadIdx.x < len)
            a[start + threadIdx.x] = buf[len - 1 - threadIdx.x];
        __syncthreads();
    }
}

int main(void)
{
    const int n = 1000;
    int *a;
    cudaMallocManaged(&a, n * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = i;

    reverseTiles<<<3, TILE>>>(a, n);
    cudaDeviceSynchronize();

    printf("a[0] = %d (127)\n", a[0]);
    printf("a[896] = %d (999)\n", a[896]);
    printf("a[999] = %d (896)\n", a[999]);
    cudaFree(a);
    return 0;
}
