// Wärmeleitungsgleichung auf einer quadratischen Platte (explizites Verfahren)
// Ränder fest (Dirichlet), Abbruch nach fester Schrittzahl.
// Übersetzen: nvcc -O2 waermeleitung_2d.cu -o waerme
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

// ---- globale Parameter -------------------------------------------------
int    gitterBreite  = 130;
int    gitterHoehe   = 98;
int    anzahlSchritte = 40;
double alpha = 0.2;             // dt * D / h^2, muss < 0.25 sein

#define PRUEFE(aufruf) pruefe((aufruf), #aufruf, __LINE__)
static void pruefe(cudaError_t fehler, const char *text, int zeile)
{
    if (fehler != cudaSuccess) {
        fprintf(stderr, "Fehler in Zeile %d (%s): %s\n", zeile, text, cudaGetErrorString(fehler));
        exit(1);
    }
}

__device__ __forceinline__ int idx(int x, int y, int breite) { return y * breite + x; }

__global__ void waermeSchritt(const double *alt, double *neu, int breite, int hoehe, double a)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= 0 || y <= 0 || x >= breite - 1 || y >= hoehe - 1)
        return;                                    // Rand bleibt unverändert
    double mitte = alt[idx(x, y, breite)];
    neu[idx(x, y, breite)] = mitte + a * (alt[idx(x - 1, y, breite)] + alt[idx(x + 1, y, breite)] +
                                          alt[idx(x, y - 1, breite)] + alt[idx(x, y + 1, breite)] - 4.0 * mitte);
}

// Blockweises Maximum der Änderung
__global__ void maximaleAenderung(const double *alt, const double *neu, double *maxProBlock, size_t anzahl)
{
    extern __shared__ double puffer[];
    double m = 0.0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < anzahl; i += (size_t)gridDim.x * blockDim.x)
        m = fmax(m, fabs(alt[i] - neu[i]));
    puffer[threadIdx.x] = m;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s; s /= 2) {
        if (threadIdx.x < s)
            puffer[threadIdx.x] = fmax(puffer[threadIdx.x], puffer[threadIdx.x + s]);
        __syncthreads();
    }
    if (!threadIdx.x) maxProBlock[blockIdx.x] = puffer[0];
}

class Platte {
public:
    double *temperatur[2];
    int aktuell = 0;
    size_t punkte() const { return (size_t)gitterBreite * gitterHoehe; }
    size_t bytes() const { return punkte() * sizeof(double); }

    void anlegen(const double *start)
    {
        for (auto &t : temperatur) {
            PRUEFE(cudaMalloc(&t, bytes()));
            PRUEFE(cudaMemcpy(t, start, bytes(), cudaMemcpyHostToDevice));
        }
    }
    void freigeben()
    {
        for (double *t : temperatur) cudaFree(t);
    }
    void schritt()
    {
        const dim3 block(16, 8);
        const dim3 gitter((gitterBreite + block.x - 1) / block.x, (gitterHoehe + block.y - 1) / block.y);
        waermeSchritt<<<gitter, block>>>(temperatur[aktuell], temperatur[1 - aktuell], gitterBreite, gitterHoehe, alpha);
        PRUEFE(cudaGetLastError());
        aktuell = 1 - aktuell;
    }
    double aenderung()
    {
        enum { BLOECKE = 24, FAEDEN = 128 };
        double *d, h[BLOECKE], m = 0;
        PRUEFE(cudaMalloc(&d, sizeof h));
        maximaleAenderung<<<BLOECKE, FAEDEN, FAEDEN * sizeof(double)>>>(temperatur[0], temperatur[1], d, punkte());
        PRUEFE(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
        cudaFree(d);
        for (double wert : h) m = wert > m ? wert : m;
        return m;
    }
};

static void schrittCPU(const double *alt, double *neu)
{
    for (int y = 1; y < gitterHoehe - 1; ++y)
        for (int x = 1; x < gitterBreite - 1; ++x) {
            const double *p = alt + (size_t)y * gitterBreite + x;
            neu[(size_t)y * gitterBreite + x] = *p + alpha * (p[-1] + p[1] + p[-gitterBreite] + p[gitterBreite] - 4 * *p);
        }
}

int main(int argc, char **argv)
{
    if (argc > 1) gitterBreite = atoi(argv[1]);
    if (argc > 2) gitterHoehe = atoi(argv[2]);
    if (argc > 3) anzahlSchritte = atoi(argv[3]);

    Platte platte;
    double *h = (double *)calloc(platte.punkte(), sizeof(double));
    double *h2 = (double *)calloc(platte.punkte(), sizeof(double));
    for (int x = 0; x < gitterBreite; ++x)        // oberer Rand: 100 Grad
        h[x] = h2[x] = 100.0;
    for (int y = 0; y < gitterHoehe; ++y)         // linker Rand: 50 Grad
        h[(size_t)y * gitterBreite] = h2[(size_t)y * gitterBreite] = 50.0;

    platte.anlegen(h);
    for (int s = 1; s <= anzahlSchritte; ++s) {
        platte.schritt();
        if (s % 10 == 0)
            printf("Schritt %4d  groesste Aenderung %.6f\n", s, platte.aenderung());
    }
    double *ergebnis = (double *)malloc(platte.bytes());
    PRUEFE(cudaMemcpy(ergebnis, platte.temperatur[platte.aktuell], platte.bytes(), cudaMemcpyDeviceToHost));
    platte.freigeben();

    for (int s = 0; s < anzahlSchritte; ++s) {
        schrittCPU(h, h2);
        double *tausch = h; h = h2; h2 = tausch;
    }
    double fehler = 0;
    for (size_t i = 0; i < platte.punkte(); ++i) fehler = fmax(fehler, fabs(h[i] - ergebnis[i]));
    printf("Abweichung zur CPU: %g  %s\n", fehler, fehler < 1e-9 ? "in Ordnung" : "FALSCH");
    free(h); free(h2); free(ergebnis);
    return fehler < 1e-9 ? 0 : 1;
}
