#include <stdio.h>
#include <cuda_runtime.h>

__global__ void vecmax(const int *x, int *m, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(m, x[i]);
}

int main(void)
{
    enum { n = 900 };
    int h[n], best = -1, *d, *dm;
    for (int i = 0; i < n; i++) h[i] = (i * 7919) % 1009;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&dm, sizeof(int));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(dm, &best, sizeof best, cudaMemcpyHostToDevice);
    vecmax<<<1, 256>>>(d, dm, n);
    cudaMemcpy(&best, dm, sizeof best, cudaMemcpyDeviceToHost);
    printf("max %d\n", best);
    cudaFree(d, dm); //~ 22:17 too many arguments: cudaFree takes one pointer, here are 2
    return 0;
}
