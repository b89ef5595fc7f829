#include <stdio.h>
#include <cuda_runtime.h>

__global__ void dbl(double *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] += d[i]; }

int main(void)
{
    double *d = NULL;
    int n = 777, rc = 0;
    if (cudaMalloc(&d, n * sizeof *d) != cudaSuccess) { rc = 1; goto done; }
    dbl<<<(n + 255) / 256, 256>>>(d, n);
    if (cudaGetLastError() != cudaSuccess) { rc = 2; goto done; }
    if (cudaDeviceSynchronize() != cudaSuccess) { rc = 3; goto done; }
    printf("fine\n");
done:
    cudaFree(d);
done: //~ 17:1 the label 'done' stands here a second time (first in line 15)
    printf("rc %d\n", rc);
    return rc;
}
