/* to upper case, four characters per thread */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__device__ char up(char c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

__global__ void upper4(char *s, int len)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < len) {
        char4 v = *(char4 *)(s + i);
        v.x = up(v.x);
        v.y = up(v.y);
        v.z = up(v.z);
        v.w = up(v.w);
        *(char4 *)(s + i) = v;
    }
}

int main()
{
    const int len = 1001;
    char *h = (char *)malloc(len + 1), *d;
    for (int i = 0; i < len; i++) h[i] = "the cat sat on the mat. "[i % 24];
    h[len] = 0;
    cudaMalloc((void **)&d, len);
    cudaMemcpy(d, h, len, cudaMemcpyHostToDevice);
    int threads = 64;
    int blocks = (len + 4 * threads - 1) / (4 * threads);
    upper4<<<blocks, threads>>>(d, len);
    cudaMemcpy(h, d, len, cudaMemcpyDeviceToHost);
    printf("%.40s...\n", h);
    cudaFree(d);
    free(h);
    return 0;
}
