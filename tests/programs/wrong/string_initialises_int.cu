#include <stdio.h>
#include <cuda_runtime.h>

// primeiro programa: quadrados
__global__ void quadrados(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = i * i;
}

int main()
{
    int tamanho = "500"; //~ 13:19 a string cannot initialise an int: 500 without quotes
    int *v;
    cudaMallocManaged(&v, tamanho * sizeof(int));
    quadrados<<<(tamanho + 99) / 100, 100>>>(v, tamanho);
    cudaDeviceSynchronize();
    for (int i = 0; i < 5; i++) printf("%d ", v[i]);
    printf("\n");
    cudaFree(v);
    return 0;
}
