// Práctica 4: producto de matrices con memoria compartida
// Alumno: grupo de los jueves
#include <cstdio>

const int TAM_BLOQUE = 8;

// Devuelve el menor de dos enteros (ya sé que existe min, pero así practico)
__device__ int menor(int x, int y)
{
    return x < y ? x : y;
}

__global__ void productoMatrices(const int *izquierda, const int *derecha, int *resultado,
                                 int filas, int comun, int columnas)
{
    __shared__ int trozoIzq[TAM_BLOQUE][TAM_BLOQUE];
    __shared__ int trozoDer[TAM_BLOQUE][TAM_BLOQUE];

    int fila    = threadIdx.y + TAM_BLOQUE * blockIdx.y;
    int columna = threadIdx.x + TAM_BLOQUE * blockIdx.x;
    int suma = 0;

    for (int inicio = 0; inicio < comun; inicio += TAM_BLOQUE)
    {
        int ancho = menor(TAM_BLOQUE, comun - inicio);   // ¡el último trozo puede ser más estrecho!

        if (fila < filas && threadIdx.x < ancho)
            trozoIzq[threadIdx.y][threadIdx.x] = izquierda[fila * comun + inicio + threadIdx.x];
        if (columna < columnas && threadIdx.y < ancho)
            trozoDer[threadIdx.y][threadIdx.x] = derecha[(inicio + threadIdx.y) * columnas + columna];

        __syncthreads();   // esperar a que todos hayan cargado su dato

        for (int paso = 0; paso < ancho; paso++)
            suma += trozoIzq[threadIdx.y][paso] * trozoDer[paso][threadIdx.x];

        __syncthreads();
    }

    if (fila < filas && columna < columnas)
    {
        resultado[fila * columnas + columna] = suma;
        if (fila == 0 && columna == 0)
            printf("Tamaño: %d × %d, primer valor = %d ¿correcto?\n", filas, columnas, suma);
    }
}
