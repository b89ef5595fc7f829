#include <cuda_runtime.h>

// Prodotto con doppio buffer in memoria condivisa (una sola barriera per passo)
constexpr int LATO = 16;

__global__ void prodotto_doppio(const float *sx, const float *dx, float *ris,
                                int righe, int interno, int colonne)
{
    __shared__ float bufS[2][LATO][LATO];
    __shared__ float bufD[2][LATO][LATO];

    const int u = threadIdx.x, v = threadIdx.y;
    const int riga = blockIdx.y * LATO + v;
    const int colonna = blockIdx.x * LATO + u;
    const int passi = (interno + LATO - 1) / LATO;

    auto carica = [&](int quale, int passo) {
        const int p = passo * LATO + u;
        const int q = passo * LATO + v;
        bufS[quale][v][u] = (riga < righe && p < interno) ? sx[riga * interno + p] : 0.0f;
        bufD[quale][v][u] = (q < interno && colonna < colonne) ? dx[q * colonne + colonna] : 0.0f;
    };

    float somma = 0.0f;
    int ora = 0;
    carica(0, 0);
    __syncthreads();
    for (int passo = 0; passo < passi; ++passo) {
        const int dopo = ora ^ 1;
        if (passo + 1 < passi)
            carica(dopo, passo + 1);
        for (int e = 0; e < LATO; ++e)
            somma += bufS[ora][v][e] * bufD[ora][e][u];
        __syncthreads();
        ora = dopo;
    }
    if (riga < righe && colonna < colonne)
        ris[riga * colonne + colonna] = somma;
}

void lancia(const float *sx, const float *dx, float *ris, int righe, int interno, int colonne)
{
    dim3 filo(LATO, LATO);
    dim3 griglia((colonne + LATO - 1) / LATO, (righe + LATO - 1) / LATO);
    prodotto_doppio<<<griglia, filo>>>(sx, dx, ris, righe, interno, colonne);
}
