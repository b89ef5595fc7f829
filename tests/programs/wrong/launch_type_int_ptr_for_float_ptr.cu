#include <stdio.h>
#include <cuda_runtime.h>

#define N_ITENS 1500

__global__ void media_movel(const float *preco, float *media, int janela)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N_ITENS) return;
    float soma = 0;
    int usados = 0;
    for (int j = i; j > i - janela && j >= 0; j--, usados++)
        soma += preco[j];
    media[i] = soma / usados;
}

int main(void)
{
    int *d_preco;
    float *d_media;
    int preco[N_ITENS];
    for (int i = 0; i < N_ITENS; i++) preco[i] = 100 + i % 13;
    cudaMalloc(&d_preco, sizeof(preco));
    cudaMalloc(&d_media, N_ITENS * sizeof(float));
    cudaMemcpy(d_preco, preco, sizeof(preco), cudaMemcpyHostToDevice);
    // cada thread calcula uma média
    media_movel<<<6, 250>>>(d_preco, d_media, 20); //~ 27:29 the kernel's parameter 1 is const float *preco, here is int*
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
