#include <stdio.h>
#include <cuda_runtime.h>

// candado global: un solo hilo por bloque entra en la sección crítica
__device__ int candado = 0;

struct Estadistica { int cuenta; float minimo, maximo; };

__device__ void bloquear(int *l)   { while (atomicCAS(l, 0, 1) != 0) { } __threadfence(); }
__device__ void desbloquear(int *l) { __threadfence(); atomicExch(l, 0); }

__global__ void resumir(const float *v, int n, volatile Estadistica *e)
{
    __shared__ float mn[64], mx[64];
    int t = threadIdx.x;
    float lo = 1e30f, hi = -1e30f;
    int c = 0;
    for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) {
        lo = fminf(lo, v[i]);
        hi = fmaxf(hi, v[i]);
    }
    mn[t] = lo; mx[t] = hi;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) {
            mn[t] = fminf(mn[t], mn[t + s]);
            mx[t] = fmaxf(mx[t], mx[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) {
        for (int i = blockIdx.x * 64; i < n; i += gridDim.x * 64) c += min(64, n - i);
        bloquear(&candado);
        e->cuenta = e->cuenta + c;
        if (mn[0] < e->minimo) e->minimo = mn[0];
        if (mx[0] > e->maximo) e->maximo = mx[0];
        desbloquear(&candado);
    }
}

int main()
{
    const int n = 5000;
    static float h[n];
    for (int i = 0; i < n; i++) h[i] = (float)((i * 37) % 4999) - 2000.f;
    Estadistica ini = { 0, 1e30f, -1e30f }, *d;
    float *v;
    cudaMalloc(&v, sizeof(h));
    cudaMalloc(&d, sizeof(ini));
    cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(d, &ini, sizeof(ini), cudaMemcpyHostToDevice);
    resumir<<<12, 64>>>(v, n, d);
    cudaMemcpy(&ini, d, sizeof(ini), cudaMemcpyDeviceToHost);
    printf("n=%d min=%g max=%g\n", ini.cuenta, ini.minimo, ini.maximo);
    return 0;
}
