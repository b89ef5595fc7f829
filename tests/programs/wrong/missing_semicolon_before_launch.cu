#include <stdio.h>
#include <cuda_runtime.h>

__global__ void verdoppeln(int *feld, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) feld[i] *= 2;
}

int main()
{
    int n = 333;
    int *feld;
    cudaMallocManaged(&feld, n * sizeof(int));
    for (int i = 0; i < n; i++) feld[i] = i;

    int threads = 64;
    int blocks = (n + threads - 1) / threads //~ 18:45 a ';' is missing at the end of this line
    verdoppeln<<<blocks, threads>>>(feld, n);
    cudaDeviceSynchronize();
    printf("%d\n", feld[100]);
    cudaFree(feld);
    return 0;
}
