// Hausaufgabe 1: Vektoraddition auf der GPU
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define ANZAHL 4096

__global__ void addiere(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    size_t bytes = ANZAHL * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
    float *c = (float *)malloc(bytes);
    float *da, *db, *dc;
    for (int i = 0; i < ANZAHL; i++) { a[i] = i; b[i] = 2 * i; }

    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyy(db, b, bytes, cudaMemcpyHostToDevice); //~ 27:5 'cudaMemcpyy' is not known: did you mean 'cudaMemcpy'?
    addiere<<<(ANZAHL + 255) / 256, 256>>>(da, db, dc, ANZAHL);
    cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
    printf("c[7] = %f\n", c[7]);
    cudaFree(da); cudaFree(db); cudaFree(dc);
    free(a); free(b); free(c);
    return 0;
}
