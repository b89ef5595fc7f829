#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void lineal(float *t, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) t[i] = a * i + b;
}

/* devuelve 0 si todo va bien */
void ejecutar(float *t, int n)
{
    lineal<<<(n + 31) / 32, 32>>>(t, 2.0f, 1.0f, n);
    if (cudaGetLastError() != cudaSuccess)
        return 1; //~ 16:16 'ejecutar' is void (line 12) and cannot return a value
    cudaDeviceSynchronize();
}

int main(void)
{
    int n = 200;
    float *t;
    cudaMallocManaged(&t, n * sizeof(float));
    ejecutar(t, n);
    printf("t[199] = %f\n", t[199]);
    cudaFree(t);
    return 0;
}
