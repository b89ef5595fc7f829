#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define LEN 4000

__global__ void clip(short *s, short lo, short hi, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[i] = s[i] < lo ? lo : s[i] > hi ? hi : s[i];
}

int main(void)
{
    int r = EXIT_FAILURE;
    short *d = NULL;
    cudaError_t e = cudaMalloc((void **)&d, LEN * sizeof(short));
    if (e != cudaSuccess)
        goto fail; //~ 19:14 there is no label 'fail' in main: did you mean 'failed'?
    clip<<<(LEN + 159) / 160, 160>>>(d, -1000, 1000, LEN);
    e = cudaDeviceSynchronize();
    if (e != cudaSuccess)
        goto failed;
    r = EXIT_SUCCESS;
failed:
    if (e != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(e));
    cudaFree(d);
    return r;
}
