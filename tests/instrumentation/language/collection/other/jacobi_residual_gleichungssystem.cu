// Jacobi-Verfahren: x_neu = D^-1 (b - R x).  Ein Faden pro Zeile.
// Zusätzlich: größte Änderung als Abbruchkriterium (Maximumsnorm).
#include <cmath>
#include <cuda_runtime.h>

#define ZEILE(A, i, n) ((A) + (size_t)(i) * (n))

__device__ unsigned int groesste_aenderung_bits;   // float-Bits; positiv => als unsigned vergleichbar

__global__ void jacobi_schritt(const float* A, const float* b,
                               const float* x_alt, float* x_neu,
                               const int n, const float daempfung = 1.0f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float summe = 0.0f;
    const float* zeile = ZEILE(A, i, n);
    for (int j = 0; j < n; ++j)
        if (j != i)
            summe += zeile[j] * x_alt[j];

    float neu = (b[i] - summe) / zeile[i];
    neu = x_alt[i] + daempfung * (neu - x_alt[i]);   // gedämpft (ω ≤ 1)
    x_neu[i] = neu;

    const float unterschied = fabsf(neu - x_alt[i]);
    atomicMax(&groesste_aenderung_bits, __float_as_uint(unterschied));
}

__global__ void konvergiert(int* fertig, float toleranz)
{
    *fertig = __uint_as_float(groesste_aenderung_bits) < toleranz ? 1 : 0;
    groesste_aenderung_bits = 0;   // zurücksetzen für die nächste Runde
}
