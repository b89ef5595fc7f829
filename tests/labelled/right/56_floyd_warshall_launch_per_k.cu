// Alle kürzesten Wege, ein Kernelaufruf je Zwischenknoten
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define KNOTEN 50
#define FERN   1000000

__global__ void runde(int *d, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (j >= KNOTEN) return;
    int ueber = d[i * KNOTEN + k] + d[k * KNOTEN + j];
    if (ueber < d[i * KNOTEN + j])
        d[i * KNOTEN + j] = ueber;
}

int main()
{
    int *h = (int *)malloc(KNOTEN * KNOTEN * sizeof(int));
    for (int i = 0; i < KNOTEN; i++)
        for (int j = 0; j < KNOTEN; j++)
            h[i * KNOTEN + j] = i == j ? 0 : ((i * 7 + j * 3) % 11 == 0 ? 1 + (i + j) % 9 : FERN);
    int *d;
    cudaMalloc((void **)&d, KNOTEN * KNOTEN * sizeof(int));
    cudaMemcpy(d, h, KNOTEN * KNOTEN * sizeof(int), cudaMemcpyHostToDevice);
    for (int k = 0; k < KNOTEN; k++)
        runde<<<dim3(2, KNOTEN), 32>>>(d, k);
    cudaMemcpy(h, d, KNOTEN * KNOTEN * sizeof(int), cudaMemcpyDeviceToHost);
    printf("0 -> 49: %d\n", h[49]);
    cudaFree(d);
    free(h);
    return 0;
}
