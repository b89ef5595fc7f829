#include "metropolis.cuh"
#include "rng.cuh"

__global__ void kaltstart(spin *s, unsigned saat, float anteil)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ZELLEN) s[i] = zufall01(i, 0u, saat) < anteil ? 1 : -1;
}

// Schachbrett: nur Zellen einer Farbe werden behandelt
__global__ void halbschritt(spin *s, Farbe farbe, unsigned schritt, unsigned saat)
{
    int xh = blockIdx.x * KACHEL_X + threadIdx.x;
    int y = blockIdx.y * KACHEL_Y + threadIdx.y;
    if (xh >= L / 2 || y >= L) return;
    int x = 2 * xh + ((y + farbe) & 1);
    int i = y * L + x;
    int nachbarn = s[y * L + (x + 1) % L] + s[y * L + (x + L - 1) % L] + s[(y + 1) % L * L + x] + s[(y + L - 1) % L * L + x];
    int h = s[i] * nachbarn;              // -4, -2, 0, 2, 4
    if (zufall01(i, 2u * schritt + farbe + 1u, saat) < boltzmann[(h + 4) / 2]) {
        s[i] = -s[i];
        atomicAdd(&umgeklappt, 1ull);
    }
}

__global__ void magnetisierung(const spin *s, int *m, int n)
{
    __shared__ int block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    int eigen = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) eigen += s[i];
    atomicAdd(&block, eigen);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(m, block);
}

void sweep(spin *d_s, unsigned schritt, unsigned saat)
{
    static const dim3 faeden(KACHEL_X, KACHEL_Y);
    static const dim3 gitter((L / 2 + KACHEL_X - 1) / KACHEL_X, (L + KACHEL_Y - 1) / KACHEL_Y);
    halbschritt<<<gitter, faeden>>>(d_s, SCHWARZ, schritt, saat);
    halbschritt<<<gitter, faeden>>>(d_s, WEISS, schritt, saat);
}
