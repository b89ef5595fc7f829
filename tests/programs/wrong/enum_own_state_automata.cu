#include <stdio.h>
#include <cuda_runtime.h>

/* Autómata celular: cada célula es VACIA, VIVA o MUERTA */
enum Estado { VACIA, VIVA, MUERTA };

#define LADO 128

__global__ void evoluciona(const int *a, int *b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int izq = a[y * LADO + (x + LADO - 1) % LADO];
    int der = a[y * LADO + (x + 1) % LADO];
    b[y * LADO + x] = (izq == VIVA && der == VIVA) ? MUERTA : a[y * LADO + x];
}

int main(void)
{
    static int tablero[LADO * LADO];
    for (int i = 0; i < LADO * LADO; i++)
        tablero[i] = (i % 3 == 0) ? VIBA : VACIA; //~ 22:37 'VIBA' is not known: did you mean 'VIVA' (enum Estado)?
    int *d_a, *d_b;
    cudaMalloc(&d_a, sizeof(tablero));
    cudaMalloc(&d_b, sizeof(tablero));
    cudaMemcpy(d_a, tablero, sizeof(tablero), cudaMemcpyHostToDevice);
    dim3 hilos(32, 8), bloques(LADO / 32, LADO / 8);
    evoluciona<<<bloques, hilos>>>(d_a, d_b);
    cudaMemcpy(tablero, d_b, sizeof(tablero), cudaMemcpyDeviceToHost);
    printf("%d\n", tablero[5]);
    return 0;
}
