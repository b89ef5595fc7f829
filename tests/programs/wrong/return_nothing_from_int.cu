#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void drehe(const float *ein, float *aus, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) aus[n - 1 - i] = ein[i];
}

static int starte(const float *ein, float *aus, int n)
{
    if (n < 1)
        return; //~ 14:9 'starte' returns an int: a value is missing here
    int faeden = n < 256 ? n : 256;
    int bloecke = (n + faeden - 1) / faeden;
    drehe<<<bloecke, faeden>>>(ein, aus, n);
    return bloecke;
}

int main(void)
{
    int n = 1001;
    float *ein, *aus;
    cudaMalloc(&ein, n * sizeof(float));
    cudaMalloc(&aus, n * sizeof(float));
    cudaMemset(ein, 0, n * sizeof(float));
    printf("%d Bloecke\n", starte(ein, aus, n));
    cudaDeviceSynchronize();
    return 0;
}
