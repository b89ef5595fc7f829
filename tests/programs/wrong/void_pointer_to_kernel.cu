#include <cstdio>
#include <cuda_runtime.h>

__global__ void clearWords(int *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) w[i] = 0;
}

int main()
{
    void *arena = 0;
    const int words = 3 * 1024;
    cudaMalloc(&arena, words * 4);
    clearWords<<<words / 128, 128>>>(arena, words); //~ 15:38 the kernel's parameter 1 is int *w, here is a void*: a cast is needed, (int *)arena
    cudaDeviceSynchronize();
    cudaFree(arena);
    puts("cleared");
    return 0;
}
