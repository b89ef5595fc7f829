#include "nucleos.cuh"

__global__ void mover(Particula *p, int n, Mundo m, Vec2 viento)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) paso(p[i], m, viento);
}

__global__ void ubicar(Particula *p, int n, Mundo m, int *conteo)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].celda = celdaDe(p[i].pos, m);
    atomicAdd(conteo + p[i].celda, 1);
}
