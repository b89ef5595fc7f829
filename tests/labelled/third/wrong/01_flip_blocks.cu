#include <stdio.h>
#include <cuda_runtime.h>

#define BS 256

/* each block writes its piece of the input backwards,
   and the pieces themselves go in the opposite order */
__global__ void flip(const int *src, int *dst)
{
    __shared__ int piece[BS];

    int from = blockIdx.x * BS;
    int to   = (gridDim.x - 1 - blockIdx.x) * BS;

    piece[threadIdx.x] = src[from + threadIdx.x];
    dst[to + threadIdx.x] = piece[BS - 1 - threadIdx.x];
}

int main(void)
{
    const int blocks = 8;
    const int n = blocks * BS;
    int *src, *dst;
    int errors = 0;

    cudaMallocManaged(&src, n * sizeof(int));
    cudaMallocManaged(&dst, n * sizeof(int));
    for (int i = 0; i < n; i++)
        src[i] = i;

    flip<<<blocks, BS>>>(src, dst);
    cudaDeviceSynchronize();

    for (int i = 0; i < n; i++)
        if (dst[i] != n - 1 - i)
            errors++;
    printf("errors: %d\n", errors);
    cudaFree(src);
    cudaFree(dst);
    return 0;
}
