#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// Aula 4: histograma com 64 classes
#define CLASSES 64

__global__ void hist(const float *dados, unsigned *h, int n, float min, float largura)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int c = (int)((dados[i] - min) / largura);
        if (c >= 0 && c < CLASSES) atomicAdd(h + c, 1u);
    }
}

int main(void)
{
    int n = 20000;
    float min = 0.0f, max = 10.0f;
    unsigned h[CLASSES] = {0};
    float *dados = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) dados[i] = 10.0f * rand() / RAND_MAX;
    float *d_dados;
    unsigned *dados; //~ 25:15 'dados' is already declared as float* (line 22): another name is meant, d_h?
    cudaMalloc(&d_dados, n * sizeof(float));
    cudaMalloc(&dados, sizeof(h));
    cudaMemset(dados, 0, sizeof(h));
    cudaMemcpy(d_dados, dados, n * sizeof(float), cudaMemcpyHostToDevice);
    hist<<<(n + 127) / 128, 128>>>(d_dados, dados, n, min, (max - min) / CLASSES);
    cudaMemcpy(h, dados, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%u\n", h[0]);
    return 0;
}
