// Multiplicación de matrices - práctica 3
#include <stdio.h>
#include <stdlib.h>

#define ANCHO 16

__global__ void producto(double *A, double *B, double *C, int filas, int comun, int columnas)
{
    int i = blockIdx.y * ANCHO + threadIdx.y;
    int j = blockIdx.x * ANCHO + threadIdx.x;
    double suma = 0.0;
    if (i < filas && j < columnas) {
        for (int k = 0; k < comun; k++)
            suma += A[i * comun + k] * B[k * columnas + j];
        C[i * columnas + j] = suma;
    }
}

int main()
{
    int filas = 50, comun = 30, columnas = 64;
    double *A = (double *)malloc(filas * comun * sizeof(double));
    double *B = (double *)malloc(comun * columnas * sizeof(double));
    double *C = (double *)malloc(filas * columnas * sizeof(double));
    for (int i = 0; i < filas * comun; i++) A[i] = i % 8;
    for (int i = 0; i < comun * columnas; i++) B[i] = i % 6;

    double *dA, *dB, *dC;
    cudaMalloc(&dA, filas * comun * sizeof(double));
    cudaMalloc(&dB, comun * columnas * sizeof(double));
    cudaMalloc(&dC, filas * columnas * sizeof(double));
    cudaMemcpy(dA, A, filas * comun * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B, comun * columnas * sizeof(double), cudaMemcpyHostToDevice);

    dim3 hilos(ANCHO, ANCHO);
    dim3 rejilla(columnas / ANCHO, filas / ANCHO);
    producto<<<rejilla, hilos>>>(dA, dB, dC, filas, comun, columnas);

    cudaMemcpy(C, dC, filas * columnas * sizeof(double), cudaMemcpyDeviceToHost);
    printf("C[49][63] = %f\n", C[49 * 64 + 63]);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    free(A); free(B); free(C);
    return 0;
}
