#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void producto(float *a, float *b, float *c, int filas, int columnas)
{
    int f = blockIdx.y * blockDim.y + threadIdx.y;
    int c0 = blockIdx.x * blockDim.x + threadIdx.x;
    if (f < filas && c0 < columnas)
        c[f * columnas + c0] = a[f] * b[c0];
}

int main(void)
{
    int filas = 70, columnas = 90;
    float *a, *b, *c;
    cudaMalloc((void **)&a, filas * sizeof(float));
    cudaMalloc((void **)&b, columnas * sizeof(float); //~ 18:53 a ')' is missing before ';'
    cudaMalloc((void **)&c, filas * columnas * sizeof(float));
    cudaMemset(a, 0, filas * sizeof(float));
    cudaMemset(b, 0, columnas * sizeof(float));
    dim3 hilos(16, 16);
    dim3 bloques((columnas + 15) / 16, (filas + 15) / 16);
    producto<<<bloques, hilos>>>(a, b, c, filas, columnas);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
