#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

enum { BLOCK_SIZE = 128, MAX_N = 1 << 16 };

__global__ void init_ids(unsigned *id, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) id[i] = i;
}

int main(int argc, char **argv)
{
    unsigned *id;
    if (argc > 1)
        BLOCK_SIZE = atoi(argv[1]); //~ 17:9 'BLOCK_SIZE' is an enumerator (128), nothing can be assigned to it
    cudaMalloc(&id, MAX_N * sizeof(unsigned));
    init_ids<<<MAX_N / BLOCK_SIZE, BLOCK_SIZE>>>(id, MAX_N);
    cudaDeviceSynchronize();
    cudaFree(id);
    printf("ok\n");
    return 0;
}
