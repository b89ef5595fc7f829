#include <cuda_runtime.h>

// Practica 4 - producto de matrices con memoria compartida
struct Matriz {
    int filas;
    int columnas;
    int paso;        // elementos entre dos filas consecutivas
    double *datos;   // memoria del dispositivo
};

static const int LADO = 16;

__device__ double leer(const Matriz &mat, int fila, int columna)
{
    if (fila < mat.filas && columna < mat.columnas)
        return mat.datos[fila * mat.paso + columna];
    return 0.0;
}

__global__ void producto(Matriz izq, Matriz der, Matriz res)
{
    __shared__ double si[LADO][LADO];
    __shared__ double sd[LADO][LADO];

    const int f = threadIdx.y, g = threadIdx.x;
    const int fila = blockIdx.y * LADO + f;
    const int columna = blockIdx.x * LADO + g;
    double valor = 0.0;

    for (int inicio = 0; inicio < izq.columnas; inicio += LADO) {
        si[f][g] = leer(izq, fila, inicio + g);
        sd[f][g] = leer(der, inicio + f, columna);
        __syncthreads();
        for (int e = 0; e < LADO; ++e)
            valor += si[f][e] * sd[e][g];
        __syncthreads();
    }
    if (fila < res.filas && columna < res.columnas)
        res.datos[fila * res.paso + columna] = valor;
}

// Las tres matrices ya estan en la GPU. Devuelve false si no encajan.
bool multiplicar(const Matriz &izq, const Matriz &der, Matriz &res)
{
    if (izq.columnas != der.filas || res.filas != izq.filas || res.columnas != der.columnas)
        return false;
    dim3 hilos(LADO, LADO);
    dim3 bloques((res.columnas + LADO - 1) / LADO, (res.filas + LADO - 1) / LADO);
    producto<<<bloques, hilos>>>(izq, der, res);
    return cudaDeviceSynchronize() == cudaSuccess;
}
