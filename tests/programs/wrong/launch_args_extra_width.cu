#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define R 2
__constant__ float maske[2 * R + 1];

__global__ void faltung(const float *ein, float *aus, int laenge)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= laenge) return;
    float s = 0.f;
    for (int k = -R; k <= R; k++) {
        int j = i + k;
        if (j >= 0 && j < laenge) s += ein[j] * maske[k + R];
    }
    aus[i] = s;
}

int main()
{
    float h_maske[2 * R + 1] = {.1f, .2f, .4f, .2f, .1f};
    int laenge = 3000, breite = 2 * R + 1;
    float *ein, *aus;
    cudaMemcpyToSymbol(maske, h_maske, sizeof(h_maske));
    cudaMalloc(&ein, laenge * sizeof(float));
    cudaMalloc(&aus, laenge * sizeof(float));
    cudaMemset(ein, 0, laenge * sizeof(float));
    faltung<<<(laenge + 127) / 128, 128>>>(ein, aus, laenge, breite); //~ 29:62 too many arguments for the launch: faltung(const float *ein, float *aus, int laenge) takes 3, here are 4
    cudaDeviceSynchronize();
    printf("%d %d\n", laenge, breite);
    cudaFree(ein);
    cudaFree(aus);
}
