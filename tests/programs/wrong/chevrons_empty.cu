#include <stdio.h>
#include <cuda_runtime.h>

#define TAMANHO 512

__global__ void dobra(float *v)
{
    v[threadIdx.x] *= 2.0f;
}

int main(void)
{
    float h[TAMANHO];
    float *d;
    for (int i = 0; i < TAMANHO; i++) h[i] = i * 0.5f;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    dobra<<<>>>(d); //~ 18:13 the launch's numbers are missing: <<<grid, block>>>
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%f\n", h[10]);
    cudaFree(d);
    return 0;
}
