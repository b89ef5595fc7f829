/* Übungsblatt 4, Aufgabe 2: C = A * B^T
 * Zuerst wird B auf der GPU transponiert, danach multipliziert.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define KACHEL 16

const int zeilen = 96;
const int spalten = 80;
const int tiefe = 64;

__global__ void transponiere(const float *ein, float *aus, int hoehe, int breite)
{
    __shared__ float kachel[KACHEL][KACHEL + 1];   // +1 gegen Bankkonflikte
    int x = blockIdx.x * KACHEL + threadIdx.x;
    int y = blockIdx.y * KACHEL + threadIdx.y;
    if (x < breite && y < hoehe)
        kachel[threadIdx.y][threadIdx.x] = ein[y * breite + x];
    __syncthreads();
    x = blockIdx.y * KACHEL + threadIdx.x;
    y = blockIdx.x * KACHEL + threadIdx.y;
    if (x < hoehe && y < breite)
        aus[y * hoehe + x] = kachel[threadIdx.x][threadIdx.y];
}

__global__ void multipliziere(const float *a, const float *b, float *c, int m, int n, int k)
{
    int zeile = blockIdx.y * blockDim.y + threadIdx.y;
    int spalte = blockIdx.x * blockDim.x + threadIdx.x;
    if (zeile >= m || spalte >= n) return;
    float summe = 0.0f;
    for (int i = 0; i < k; i++)
        summe += a[zeile * k + i] * b[i * n + spalte];
    c[zeile * n + spalte] = summe;
}

static void pruefe(cudaError_t fehler, const char *wo)
{
    if (fehler != cudaSuccess) {
        fprintf(stderr, "Fehler bei %s: %s\n", wo, cudaGetErrorString(fehler));
        exit(EXIT_FAILURE);
    }
}

int main(void)
{
    const size_t groesseA = zeilen * tiefe * sizeof(float);
    const size_t groesseB = spalten * tiefe * sizeof(float);
    const size_t groesseC = zeilen * spalten * sizeof(float);
    float *a = (float *)malloc(groesseA);
    float *b = (float *)malloc(groesseB);
    float *c = (float *)malloc(groesseC);

    for (int i = 0; i < zeilen * tiefe; i++) a[i] = sinf((float)i);
    for (int i = 0; i < spalten * tiefe; i++) b[i] = cosf((float)i);

    float *d_a, *d_b, *d_bt, *d_c;
    pruefe(cudaMalloc((void **)&d_a, groesseA), "cudaMalloc A");
    pruefe(cudaMalloc((void **)&d_b, groesseB), "cudaMalloc B");
    pruefe(cudaMalloc((void **)&d_bt, groesseB), "cudaMalloc B^T");
    pruefe(cudaMalloc((void **)&d_c, groesseC), "cudaMalloc C");
    pruefe(cudaMemcpy(d_a, a, groesseA, cudaMemcpyHostToDevice), "Kopie A");
    pruefe(cudaMemcpy(d_b, b, groesseB, cudaMemcpyHostToDevice), "Kopie B");

    dim3 faeden(KACHEL, KACHEL);
    dim3 gitter;
    gitter.x = (tiefe + KACHEL - 1) / KACHEL;
    gitter.y = (spalten + KACHEL - 1) / KACHEL;
    transponiere<<<gitter, faeden>>>(d_b, d_bt, spalten, tiefe);
    pruefe(cudaGetLastError(), "transponiere");

    gitter.x = (spalten + KACHEL - 1) / KACHEL;
    gitter.y = (zeilen + KACHEL - 1) / KACHEL;
    multipliziere<<<gitter, faeden>>>(d_a, d_bt, d_c, zeilen, spalten, tiefe);
    pruefe(cudaGetLastError(), "multipliziere");

    pruefe(cudaMemcpy(c, d_c, groesseC, cudaMemcpyDeviceToHost), "Kopie C");

    float groessterFehler = 0.0f;
    for (int i = 0; i < zeilen; i++)
        for (int j = 0; j < spalten; j++) {
            float s = 0.0f;
            for (int l = 0; l < tiefe; l++)
                s += a[i * tiefe + l] * b[j * tiefe + l];
            groessterFehler = fmaxf(groessterFehler, fabsf(s - c[i * spalten + j]));
        }
    printf("Größter Fehler: %e -> %s\n", groessterFehler, groessterFehler < 1e-3f ? "richtig" : "falsch");

    cudaFree(d_a); cudaFree(d_b); cudaFree(d_bt); cudaFree(d_c);
    free(a); free(b); free(c);
    return groessterFehler < 1e-3f ? 0 : 1;
}
