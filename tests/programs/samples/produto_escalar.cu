/* Produto escalar e norma de vetores grandes - Laboratório 3
 * O vetor é dividido em fatias; cada fatia é processada num fluxo (stream). */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define NUM_FLUXOS 4
#define THREADS_POR_BLOCO 256
#define TAM (NUM_FLUXOS * 50000 + 123)

#define VERIFICA(expr)                                                   \
    if ((erro = (expr)) != cudaSuccess) {                                \
        fprintf(stderr, "%s: %s\n", #expr, cudaGetErrorString(erro));    \
        exit(erro);                                                      \
    }

static cudaError_t erro;

__global__ void produto_parcial(const float *a, const float *b, double *saida, int n)
{
    __shared__ double cache[THREADS_POR_BLOCO];
    double soma = 0.0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        soma += (double)a[i] * b[i];
    cache[threadIdx.x] = soma;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0)
        saida[blockIdx.x] = cache[0];
}

__global__ void normaliza(float *v, float inverso, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= inverso;
}

int minimo(int a, int b) { return a < b ? a : b; }

int main()
{
    const int blocosPorGrade = minimo(32, (TAM + THREADS_POR_BLOCO - 1) / THREADS_POR_BLOCO);
    const int fatia = (TAM + NUM_FLUXOS - 1) / NUM_FLUXOS;
    float *a, *b;
    double *parciais;
    VERIFICA(cudaHostAlloc((void **)&a, TAM * sizeof(float), cudaHostAllocDefault));
    VERIFICA(cudaHostAlloc((void **)&b, TAM * sizeof(float), cudaHostAllocDefault));
    VERIFICA(cudaHostAlloc((void **)&parciais, NUM_FLUXOS * blocosPorGrade * sizeof(double), cudaHostAllocDefault));

    for (int i = 0; i < TAM; i++) {
        a[i] = (float)(i % 100) * 0.01f;
        b[i] = (float)((i * 3) % 50) * 0.02f;
    }

    float *d_a, *d_b;
    double *d_parciais;
    VERIFICA(cudaMalloc((void **)&d_a, TAM * sizeof(float)));
    VERIFICA(cudaMalloc((void **)&d_b, TAM * sizeof(float)));
    VERIFICA(cudaMalloc((void **)&d_parciais, NUM_FLUXOS * blocosPorGrade * sizeof(double)));

    cudaStream_t fluxo[NUM_FLUXOS];
    for (int f = 0; f < NUM_FLUXOS; f++) VERIFICA(cudaStreamCreate(&fluxo[f]));

    for (int f = 0; f < NUM_FLUXOS; f++) {
        int inicio = f * fatia;
        int qtd = minimo(fatia, TAM - inicio);
        VERIFICA(cudaMemcpyAsync(d_a + inicio, a + inicio, qtd * sizeof(float), cudaMemcpyHostToDevice, fluxo[f]));
        VERIFICA(cudaMemcpyAsync(d_b + inicio, b + inicio, qtd * sizeof(float), cudaMemcpyHostToDevice, fluxo[f]));
        produto_parcial<<<blocosPorGrade, THREADS_POR_BLOCO, 0, fluxo[f]>>>(d_a + inicio, d_b + inicio,
                                                                           d_parciais + f * blocosPorGrade, qtd);
        VERIFICA(cudaMemcpyAsync(parciais + f * blocosPorGrade, d_parciais + f * blocosPorGrade,
                                 blocosPorGrade * sizeof(double), cudaMemcpyDeviceToHost, fluxo[f]));
    }
    VERIFICA(cudaDeviceSynchronize());

    double gpu = 0, cpu = 0;
    for (int i = 0; i < NUM_FLUXOS * blocosPorGrade; i++) gpu += parciais[i];
    for (int i = 0; i < TAM; i++) cpu += (double)a[i] * b[i];
    printf("GPU = %.6f   CPU = %.6f\n", gpu, cpu);

    /* norma do vetor a: o mesmo kernel com a e a */
    produto_parcial<<<blocosPorGrade, THREADS_POR_BLOCO>>>(d_a, d_a, d_parciais, TAM);
    VERIFICA(cudaMemcpy(parciais, d_parciais, blocosPorGrade * sizeof(double), cudaMemcpyDeviceToHost));
    double quadrado = 0;
    for (int i = 0; i < blocosPorGrade; i++) quadrado += parciais[i];
    double norma_cpu = 0;
    for (int i = 0; i < TAM; i++) norma_cpu += (double)a[i] * a[i];

    normaliza<<<(TAM + 511) / 512, 512>>>(d_a, 0.001953125f, TAM);
    VERIFICA(cudaGetLastError());
    VERIFICA(cudaMemcpy(b, d_a, sizeof(float) * TAM, cudaMemcpyDeviceToHost));
    int erros = 0;
    for (int i = 0; i < TAM; i++)
        if (fabsf(b[i] - a[i] * 0.001953125f) > 1e-6f) erros++;

    int certo = fabs(gpu - cpu) < 1e-4 * cpu && fabs(sqrt(quadrado) - sqrt(norma_cpu)) < 1e-6 * sqrt(norma_cpu) && !erros;
    puts(certo ? "Resultado correto!" : "Resultado ERRADO!");

    for (int f = 0; f < NUM_FLUXOS; f++) cudaStreamDestroy(fluxo[f]);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_parciais);
    cudaFreeHost(a); cudaFreeHost(b); cudaFreeHost(parciais);
    return certo ? 0 : 1;
}
