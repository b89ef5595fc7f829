#include <cstdio>
#include <cuda_runtime.h>

/* batch de matrices pequeñas en una sola reserva */
#define ORDEN 8
#define LOTE 500

__global__ void traza(const float *m, float *t)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= LOTE) return;
    float s = 0;
    for (int i = 0; i < ORDEN; i++) s += m[b * ORDEN * ORDEN + i * ORDEN + i];
    t[b] = s;
}

int main()
{
    float *m, *t;
    cudaMalloc(&m, 2 * LOTE * ORDEN * ORDEN * sizeof(float));
    cudaMalloc(&t, 2 * LOTE * sizeof(float));
    cudaMemset(m, 0, 2 * LOTE * ORDEN * ORDEN * sizeof(float));
    for (int parte = 0; parte < 2; parte++)
        traza<<<(LOTE + 31) / 32, 32>>>(m * parte * LOTE * ORDEN * ORDEN, t + parte * LOTE); //~ 24:41 a pointer (m) cannot be multiplied: m + parte * ... is meant
    cudaDeviceSynchronize();
    cudaFree(m);
    cudaFree(t);
}
