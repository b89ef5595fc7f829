#include <stdio.h>
#include <cuda_runtime.h>

__global__ void nop(int *p) { if (p) *p = 42; }

static int tenta(int *p)
{
    nop<<<1, 1>>>(p);
    if (cudaDeviceSynchronize() != cudaSuccess)
        goto fim; //~ 10:14 there is no label 'fim' in tenta: it stands in main, a goto cannot leave its function
    return 0;
}

int main(void)
{
    int *p = NULL, h = 0, erro = 1;
    if (cudaMalloc(&p, sizeof(int)) != cudaSuccess)
        goto fim;
    erro = tenta(p);
    cudaMemcpy(&h, p, sizeof(int), cudaMemcpyDeviceToHost);
    printf("h = %d\n", h);
fim:
    cudaFree(p);
    return erro;
}
