// Producto de matrices por lotes; cada fila ocupa LD elementos (relleno)
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define LOTES 5
#define FILAS 35
#define LD    40
#define ELEMS (FILAS * LD)

__global__ void lote_mm(const float *a, const float *b, float *c, int n, int ld)
{
    int fila = blockIdx.y * blockDim.y + threadIdx.y;
    int colu = blockIdx.x * blockDim.x + threadIdx.x;
    const float *pa = a + blockIdx.z * n * ld;
    const float *pb = b + blockIdx.z * n * ld;
    float *pc = c + blockIdx.z * n * ld;

    if (fila < n && colu < n) {
        float s = 0.0f;
        for (int i = 0; i < n; i++)
            s += pa[fila * ld + i] * pb[i * ld + colu];
        pc[fila * ld + colu] = s;
    }
}

int main(void)
{
    size_t total = LOTES * ELEMS * sizeof(float);
    float *h = (float *)calloc(LOTES * ELEMS, sizeof(float));
    for (int l = 0; l < LOTES; l++)
        for (int i = 0; i < FILAS; i++)
            for (int j = 0; j < FILAS; j++)
                h[l * ELEMS + i * LD + j] = (float)((i + 2 * j + l) % 9);

    float *a, *b, *c;
    cudaMalloc((void **)&a, total);
    cudaMalloc((void **)&b, total);
    cudaMalloc((void **)&c, total);
    cudaMemcpy(a, h, total, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, total, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, total);

    dim3 hilos(8, 8);
    dim3 bloques((FILAS + 7) / 8, (FILAS + 7) / 8, LOTES);
    lote_mm<<<bloques, hilos>>>(a, b, c, FILAS, LD);

    cudaMemcpy(h, c, total, cudaMemcpyDeviceToHost);
    printf("ultimo = %f\n", h[(LOTES - 1) * ELEMS + (FILAS - 1) * LD + FILAS - 1]);
    cudaFree(a); cudaFree(b); cudaFree(c); free(h);
    return 0;
}
