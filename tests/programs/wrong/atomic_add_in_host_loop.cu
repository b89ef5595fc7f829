#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BINS 16

__global__ void hist_gpu(const unsigned char *d, int *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&h[d[i] >> 4], 1);
}

int main(void)
{
    int n = 9999, ref[BINS] = {0}, *h;
    unsigned char *d;
    cudaMallocManaged(&d, n);
    cudaMallocManaged(&h, BINS * sizeof(int));
    for (int i = 0; i < BINS; i++) h[i] = 0;
    for (int i = 0; i < n; i++) d[i] = rand();
    hist_gpu<<<(n + 127) / 128, 128>>>(d, h, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        atomicAdd(&ref[d[i] >> 4], 1); //~ 24:9 atomicAdd is a device function and cannot be called from host code: ref[d[i] >> 4]++
    for (int i = 0; i < BINS; i++)
        if (ref[i] != h[i]) { printf("bin %d differs\n", i); return 1; }
    printf("equal\n");
    return 0;
}
