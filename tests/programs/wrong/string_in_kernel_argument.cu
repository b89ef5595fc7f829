#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

__global__ void countChar(const char *text, int len, char c, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < len && text[i] == c) atomicAdd(count, 1);
}

int main(void)
{
    const char *text = "she sells sea shells by the sea shore";
    int len = (int)strlen(text), *count;
    char *d;
    cudaMalloc(&d, len);
    cudaMallocManaged(&count, sizeof(int));
    *count = 0;
    cudaMemcpy(d, text, len, cudaMemcpyHostToDevice);
    countChar<<<(len + 31) / 32, 32>>>(d, len, "s", count); //~ 20:48 the kernel's parameter 3 is char c, here is a string: 's' in single quotes
    cudaDeviceSynchronize();
    printf("%d\n", *count);
    return 0;
}
