#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define HATA_BAK(cagri)                                                  \
    {                                                                    \
        cudaError_t h = cagri;                                           \
        if (h != cudaSuccess) {                                          \
            printf("hata: %s\n", cudaGetErrorString(h));                 \
            exit(1);                                                     \
        }                                                                \
    }

__global__ void esikle(float *g, float esik, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) g[i] = g[i] > esik;
}

int main(void)
{
    int n = 2400;
    float *g;
    HATA_BAK(cudaMalloc(&g, n * sizeof(float)));
    HATA_BAK(cudaMemset(g, 0, n * sizeof(float)));
    esikle<<<(n + 99) / 100, 100>>>(g, 0.5f, n);
    HATA_BAK(cudaGetLastError(); //~ 27:5 the call of the macro HATA_BAK has no closing ')' (nvcc notices it at the file's end only)
    HATA_BAK(cudaDeviceSynchronize());
    cudaFree(g);
    return 0;
}
