/* Juego de la vida de Conway sobre un toro, con memoria unificada.
 * Se compara cada generación con la versión secuencial. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <cuda_runtime.h>

#define FILAS 120
#define COLUMNAS 200
#define GENERACIONES 25
#define HILOS_X 32
#define HILOS_Y 4
#define TECHO(a, b) (((a) + (b) - 1) / (b))

#define REVISAR(x) do { \
    cudaError_t e_ = (x); \
    if (e_ != cudaSuccess) { \
        fprintf(stderr, "Error CUDA %s (%s:%d)\n", cudaGetErrorString(e_), __FILE__, __LINE__); \
        goto fin; \
    } } while (0)

typedef uint8_t celda;

struct Tablero {
    celda *datos;
    int filas, columnas;
    __host__ __device__ celda &en(int f, int c) {
        f = (f + filas) % filas;
        c = (c + columnas) % columnas;
        return datos[f * columnas + c];
    }
};

__global__ void sembrar(Tablero t, unsigned semilla, float densidad)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int f = blockIdx.y * blockDim.y + threadIdx.y;
    if (f >= t.filas || c >= t.columnas) return;
    unsigned x = semilla ^ (f * 73856093u) ^ (c * 19349663u);
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    x *= 2654435761u;
    t.en(f, c) = (x >> 8) * (1.0f / 16777216.0f) < densidad ? 1 : 0;
}

__global__ void generacion(Tablero actual, Tablero siguiente, unsigned long long *vivas)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int f = blockIdx.y * blockDim.y + threadIdx.y;
    if (f >= actual.filas || c >= actual.columnas) return;
    int vecinas = 0;
    for (int df = -1; df <= 1; df++)
        for (int dc = -1; dc <= 1; dc++)
            if (df || dc) vecinas += actual.en(f + df, c + dc);
    celda yo = actual.en(f, c);
    celda nueva = (vecinas == 3) || (yo && vecinas == 2);
    siguiente.en(f, c) = nueva;
    if (nueva) atomicAdd(vivas, 1ULL);
}

static unsigned long long generacion_cpu(Tablero a, Tablero b)
{
    unsigned long long vivas = 0;
    for (int f = 0; f < a.filas; f++)
        for (int c = 0; c < a.columnas; c++) {
            int v = 0;
            for (int df = -1; df <= 1; df++)
                for (int dc = -1; dc <= 1; dc++)
                    v += a.en(f + df, c + dc);
            v -= a.en(f, c);
            b.en(f, c) = v == 3 || (a.en(f, c) && v == 2);
            vivas += b.en(f, c);
        }
    return vivas;
}

static void intercambiar(Tablero *a, Tablero *b) { Tablero t = *a; *a = *b; *b = t; }

int main(void)
{
    const size_t area = (size_t)FILAS * COLUMNAS;
    Tablero a = {NULL, FILAS, COLUMNAS}, b = a, ca = a, cb = a;
    unsigned long long *vivas = NULL;
    int errores = -1;
    dim3 hilos(HILOS_X, HILOS_Y);
    dim3 bloques(TECHO(COLUMNAS, HILOS_X), TECHO(FILAS, HILOS_Y));

    REVISAR(cudaMallocManaged(&a.datos, area));
    REVISAR(cudaMallocManaged(&b.datos, area));
    REVISAR(cudaMallocManaged(&vivas, sizeof(*vivas)));
    ca.datos = (celda *)malloc(area);
    cb.datos = (celda *)malloc(area);

    sembrar<<<bloques, hilos>>>(a, 20240607u, 0.3f);
    REVISAR(cudaDeviceSynchronize());
    memcpy(ca.datos, a.datos, area);

    errores = 0;
    for (int g = 1; g <= GENERACIONES; g++) {
        *vivas = 0;
        generacion<<<bloques, hilos>>>(a, b, vivas);
        REVISAR(cudaDeviceSynchronize());
        intercambiar(&a, &b);
        unsigned long long esperado = generacion_cpu(ca, cb);
        intercambiar(&ca, &cb);
        if (esperado != *vivas || memcmp(a.datos, ca.datos, area)) errores++;
        if (g % 5 == 0) printf("generación %3d: %llu células vivas\n", g, *vivas);
    }
    printf("%s\n", errores ? "Hay diferencias" : "Todo correcto");
fin:
    cudaFree(a.datos);
    cudaFree(b.datos);
    cudaFree(vivas);
    free(ca.datos);
    free(cb.datos);
    return errores != 0;
}
