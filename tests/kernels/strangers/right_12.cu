#include <cuda_runtime.h>

/* Matrice de Gram : gram = mesures^T * mesures
 * mesures : nobs lignes, nvar colonnes, stockee ligne par ligne (pas ldm)
 * gram    : nvar x nvar, symetrique, pas ldg
 * On ne calcule que le triangle superieur, puis on recopie. */
#define ELEM(tab, lig, col, ld) (tab)[(size_t)(lig) * (ld) + (col)]
#define DIVSUP(x, y) (((x) + (y) - 1) / (y))

__global__ void gram_kernel(const double *mesures, int ldm, double *gram, int ldg,
                            int nobs, int nvar)
{
    const int p = blockIdx.y * blockDim.y + threadIdx.y;
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= nvar || p > q)
        return;

    double s = 0.0;
    for (int o = 0; o < nobs; ++o)
        s += ELEM(mesures, o, p, ldm) * ELEM(mesures, o, q, ldm);

    ELEM(gram, p, q, ldg) = s;
    if (p != q)
        ELEM(gram, q, p, ldg) = s;
}

int calculer_gram(const double *d_mesures, int ldm, double *d_gram, int ldg,
                  int nobs, int nvar)
{
    dim3 bloc(16, 16);
    dim3 grille(DIVSUP(nvar, 16), DIVSUP(nvar, 16));
    gram_kernel<<<grille, bloc>>>(d_mesures, ldm, d_gram, ldg, nobs, nvar);
    return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
