#include <stdio.h>
#include <cuda_runtime.h>

__global__ void touch(char *p, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] = 1;
}

int main(void)
{
    const size_t bytes = 1024;
    while (bytes < (1 << 20)) {
        char *p;
        cudaMalloc(&p, bytes);
        touch<<<(unsigned)(bytes / 256), 256>>>(p, bytes);
        cudaDeviceSynchronize();
        cudaFree(p);
        bytes *= 2; //~ 19:9 'bytes' is const (line 12) and cannot be changed
    }
    printf("%zu\n", bytes);
    return 0;
}
