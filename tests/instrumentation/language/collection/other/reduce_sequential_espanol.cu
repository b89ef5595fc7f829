/*
 * Práctica 3 - Programación en GPU
 * Reducción con direccionamiento secuencial.  ¡Ojo con los índices!
 */
#include <cuda_runtime.h>
const int HILOS = 512;

__global__ void suma_reduccion(const float *__restrict__ entrada,
                               float *salida,
                               const unsigned int tamano)
{
    __shared__ float parcial[HILOS];

    const unsigned int hilo = threadIdx.x;
    unsigned int posicion = blockIdx.x * (HILOS * 2) + hilo;
    float miSuma = 0.f;

    /* cada hilo carga dos elementos (si existen) */
    if (posicion < tamano)          miSuma  = entrada[posicion];
    if (posicion + HILOS < tamano)  miSuma += entrada[posicion + HILOS];
    parcial[hilo] = miSuma;
    __syncthreads();

    for (unsigned int salto = HILOS / 2; salto > 0; salto >>= 1)
    {
        if (hilo < salto)
            parcial[hilo] = miSuma = miSuma + parcial[hilo + salto];
        __syncthreads();    // barrera: todos los hilos llegan aquí
    }

    if (!hilo) salida[blockIdx.x] = miSuma;   // año nuevo, suma nueva
}
