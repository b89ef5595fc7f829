#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct { int inicio, fim; float peso; } Aresta;

__global__ void relaxa(const Aresta *e, int m, float *dist)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m && dist[e[i].inicio] + e[i].peso < dist[e[i].fim])
        dist[e[i].fim] = dist[e[i].inicio] + e[i].peso;
}

int main(void)
{
    int m = 900, n = 100;
    Aresta *e, *d_e;
    float *dist;
    e = calloc(m, sizeof(Aresta)); //~ 19:9 calloc gives a void*: in C++ a cast is needed, (Aresta *)calloc(...)
    for (int i = 0; i < m; i++) { e[i].inicio = i % n; e[i].fim = (i * 3 + 1) % n; e[i].peso = 1.0f; }
    cudaMalloc((void **)&d_e, m * sizeof(Aresta));
    cudaMallocManaged(&dist, n * sizeof(float));
    for (int i = 0; i < n; i++) dist[i] = i ? 1e9f : 0.0f;
    cudaMemcpy(d_e, e, m * sizeof(Aresta), cudaMemcpyHostToDevice);
    for (int k = 0; k < n - 1; k++)
        relaxa<<<(m + 127) / 128, 128>>>(d_e, m, dist);
    cudaDeviceSynchronize();
    printf("%g\n", dist[n - 1]);
    free(e);
    return 0;
}
