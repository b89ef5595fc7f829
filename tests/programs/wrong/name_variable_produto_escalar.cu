#include <stdio.h>
#include <stdlib.h>

#define N 2048
#define FIOS 256

// produto escalar: cada bloco soma a sua parte
__global__ void escalar(float *a, float *b, float *parcial) {
    __shared__ float cache[FIOS];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    cache[threadIdx.x] = a[i] * b[i];
    __syncthreads();
    for (int s = FIOS / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) parcial[blockIdx.x] = cache[0];
}

int main() {
    float a[N], b[N], parcial[N / FIOS];
    float *dev_a, *dev_b, *dev_parcial;
    for (int i = 0; i < N; i++) { a[i] = 1; b[i] = i; }
    cudaMalloc((void**)&dev_a, N * sizeof(float));
    cudaMalloc((void**)&dev_b, N * sizeof(float));
    cudaMalloc((void**)&dev_parcial, N / FIOS * sizeof(float));
    cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice);
    escalar<<<N / FIOS, FIOS>>>(dev_a, dev_b, dev_parical); //~ 29:47 'dev_parical' is not declared: did you mean 'dev_parcial'?
    cudaMemcpy(parcial, dev_parcial, sizeof(parcial), cudaMemcpyDeviceToHost);
    float soma = 0;
    for (int i = 0; i < N / FIOS; i++) soma += parcial[i];
    printf("soma = %f\n", soma);
}
