// Histogramme auf der Grafikkarte
// Übung 5, Aufgabe 2 – Lösung mit ausführlichen Kommentaren
//
// Die Eingabe besteht aus zufälligen Bytes (oder aus einer Datei);
// gezählt wird mit globalen Atomics, mit gemeinsamem Speicher und
// mit privaten Teilhistogrammen pro Warp.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <cassert>

#define ANZAHL_KLASSEN   256
#define FAEDEN           192
#define WARPS            (FAEDEN / 32)
#define KLASSE(wert, breite)  ((int)((wert) / (breite)))

// Größe der Eingabe, wenn keine Datei angegeben ist
static const int STANDARD_GROESSE = 1 << 20;

// Grenzen für das Histogramm mit ungleichen Klassen
__constant__ float grenzen[ANZAHL_KLASSEN + 1];

// wie viele Werte außerhalb aller Klassen lagen
__device__ unsigned long long ausserhalb = 0ull;

/* Der naive Kern: alle Fäden streiten sich um dieselben Adressen. */
__global__ void histNaiv(const unsigned char *daten, unsigned int *hist, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int schritt = blockDim.x * gridDim.x;
    while (i < n)
    {
        atomicAdd(&hist[daten[i]], 1u);
        i += schritt;
    }
}

/* Gemeinsamer Speicher: erst lokal zählen, dann zusammenführen. */
__global__ void histGemeinsam(const unsigned char *daten, unsigned int *hist, int n)
{
    __shared__ unsigned int lokal[ANZAHL_KLASSEN];

    for (int k = threadIdx.x; k < ANZAHL_KLASSEN; k += blockDim.x)
    {
        lokal[k] = 0;
    }
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    {
        atomicAdd(lokal + daten[i], 1);
    }
    __syncthreads();

    for (int k = threadIdx.x; k < ANZAHL_KLASSEN; k += blockDim.x)
    {
        atomicAdd(hist + k, lokal[k]);
    }
}

// Eine Hilfsfunktion, die vier Bytes auf einmal verarbeitet
__device__ void zaehleVier(unsigned int *ziel, uchar4 vier)
{
    atomicAdd(&ziel[vier.x], 1);
    atomicAdd(&ziel[vier.y], 1);
    atomicAdd(&ziel[vier.z], 1);
    atomicAdd(&ziel[vier.w], 1);
}

/* Ein Teilhistogramm für jeden Warp; gelesen wird als uchar4. */
__global__ void __launch_bounds__(FAEDEN, 4) histProWarp(const unsigned char *daten, unsigned int *teil, int n)
{
    __shared__ unsigned int lokal[WARPS][ANZAHL_KLASSEN];
    const uchar4 *vektor = (const uchar4 *)daten;
    unsigned int *meins = lokal[threadIdx.x / 32];

    for (int k = threadIdx.x; k < WARPS * ANZAHL_KLASSEN; k += FAEDEN)
        (&lokal[0][0])[k] = 0;
    __syncthreads();

    for (int i = blockIdx.x * FAEDEN + threadIdx.x; i < n / 4; i += FAEDEN * gridDim.x)
        zaehleVier(meins, vektor[i]);

    // der Rest, falls n nicht durch 4 teilbar ist
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        atomicAdd(&meins[daten[n - 1 - threadIdx.x]], 1);
    __syncthreads();

    for (int k = threadIdx.x; k < ANZAHL_KLASSEN; k += FAEDEN)
    {
        unsigned int summe = 0;
        for (int w = 0; w < WARPS; ++w)
            summe += lokal[w][k];
        teil[blockIdx.x * ANZAHL_KLASSEN + k] = summe;
    }
}

__global__ void zusammenfassen(const unsigned int *teil, unsigned int *hist, int bloecke)
{
    int k = blockIdx.x;
    unsigned int summe = 0;
    for (int b = threadIdx.x; b < bloecke; b += 32)
        summe += teil[b * ANZAHL_KLASSEN + k];
    for (int d = 16; d > 0; d /= 2)
        summe += __shfl_down_sync(0xFFFFFFFF, summe, d);
    if (threadIdx.x == 0)
        hist[k] = summe;
}

/* Ungleiche Klassen: binäre Suche in den Grenzen. */
__device__ int suche(float wert)
{
    int links = 0, rechts = ANZAHL_KLASSEN;
    if (wert < grenzen[links] || wert >= grenzen[rechts])
        return -1;
    while (rechts - links > 1)
    {
        int mitte = (links + rechts) >> 1;
        if (wert < grenzen[mitte]) rechts = mitte;
        else                       links = mitte;
    }
    return links;
}

__global__ void histGrenzen(const float *werte, int *hist, int *minimum, int *maximum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = suche(werte[i]);
    assert(k < ANZAHL_KLASSEN);
    if (k < 0)
    {
        atomicAdd(&ausserhalb, 1ull);
        return;
    }
    atomicAdd(&hist[k], 1);
    atomicMin(minimum, k);
    atomicMax(maximum, k);
}

// FEHLER (absichtlich, für die Diskussion in der Übung): Wettlauf ohne Atomics!
__global__ void histFalsch(const unsigned char *daten, unsigned int *hist, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        hist[daten[i]]++;
}

// ---------------------------------------------------------------------------
// Ab hier nur noch Wirtsrechner
// ---------------------------------------------------------------------------
static unsigned char *leseDatei(const char *name, int *laenge)
{
    FILE *f = fopen(name, "rb");
    if (!f)
    {
        fprintf(stderr, "Die Datei \"%s\" lässt sich nicht öffnen /* schade */\n", name);
        return NULL;
    }
    fseek(f, 0, SEEK_END);
    *laenge = (int)ftell(f);
    rewind(f);
    unsigned char *p = (unsigned char *)malloc(*laenge);
    if (fread(p, 1, *laenge, f) != (size_t)*laenge)
    {
        free(p);
        p = NULL;
    }
    fclose(f);
    return p;
}

static int vergleiche(const char *was, const unsigned int *soll, const unsigned int *ist)
{
    for (int k = 0; k < ANZAHL_KLASSEN; ++k)
    {
        if (soll[k] != ist[k])
        {
            printf("%-14s: Klasse %d ('%c'): soll %u, ist %u\n", was, k,
                   k == '"' || k == '\'' ? '?' : (k >= 32 && k < 127 ? k : '.'), soll[k], ist[k]);
            return 0;
        }
    }
    printf("%-14s: richtig\n", was);
    return 1;
}

int main(int argc, char **argv)
{
    int rueckgabe = 1;
    int n = STANDARD_GROESSE;
    unsigned char *h_daten = NULL, *d_daten = NULL;
    unsigned int soll[ANZAHL_KLASSEN] = { 0 }, ist[ANZAHL_KLASSEN];
    unsigned int *d_hist = NULL, *d_teil = NULL;
    float *d_werte = NULL, *h_werte = NULL;
    int *d_int = NULL;
    float h_grenzen[ANZAHL_KLASSEN + 1];
    unsigned long long h_ausserhalb = 0;
    const int bloecke = 64;
    cudaError_t fehler = cudaSuccess;
    dim3 gitter(bloecke), block(FAEDEN);

    if (argc > 1)
    {
        h_daten = leseDatei(argv[1], &n);
        if (!h_daten) goto ende;
    }
    else
    {
        h_daten = (unsigned char *)malloc(n);
        for (int i = 0; i < n; ++i) h_daten[i] = (unsigned char)((rand() >> 3) ^ (i & 15));
    }
    for (int i = 0; i < n; ++i) soll[h_daten[i]]++;

    if ((fehler = cudaMalloc(&d_daten, n)) != cudaSuccess) goto fehlerfall;
    if ((fehler = cudaMalloc(&d_hist, sizeof(soll))) != cudaSuccess) goto fehlerfall;
    if ((fehler = cudaMalloc(&d_teil, bloecke * sizeof(soll))) != cudaSuccess) goto fehlerfall;
    if ((fehler = cudaMemcpy(d_daten, h_daten, n, cudaMemcpyHostToDevice)) != cudaSuccess) goto fehlerfall;

    cudaMemset(d_hist, 0, sizeof(soll));
    histNaiv<<<gitter, block>>>(d_daten, d_hist, n);
    if ((fehler = cudaMemcpy(ist, d_hist, sizeof(ist), cudaMemcpyDeviceToHost)) != cudaSuccess) goto fehlerfall;
    vergleiche("naiv", soll, ist);

    cudaMemset(d_hist, 0, sizeof(soll));
    histGemeinsam<<<gitter, block>>>(d_daten, d_hist, n);
    if ((fehler = cudaMemcpy(ist, d_hist, sizeof(ist), cudaMemcpyDeviceToHost)) != cudaSuccess) goto fehlerfall;
    vergleiche("gemeinsam", soll, ist);

    histProWarp<<<bloecke, FAEDEN>>>(d_daten, d_teil, n);
    zusammenfassen<<<ANZAHL_KLASSEN, 32>>>(d_teil, d_hist, bloecke);
    if ((fehler = cudaMemcpy(ist, d_hist, sizeof(ist), cudaMemcpyDeviceToHost)) != cudaSuccess) goto fehlerfall;
    vergleiche("pro Warp", soll, ist);

#ifdef MIT_FEHLER
    cudaMemset(d_hist, 0, sizeof(soll));
    histFalsch<<<(n + 255) / 256, 256>>>(d_daten, d_hist, n);
    if ((fehler = cudaMemcpy(ist, d_hist, sizeof(ist), cudaMemcpyDeviceToHost)) != cudaSuccess) goto fehlerfall;
    vergleiche("falsch", soll, ist);
#endif

    // ungleiche Klassen: quadratisch wachsende Grenzen zwischen 0 und 1
    for (int k = 0; k <= ANZAHL_KLASSEN; ++k)
    {
        float t = (float)k / ANZAHL_KLASSEN;
        h_grenzen[k] = t * t;
    }
    if ((fehler = cudaMemcpyToSymbol(grenzen, h_grenzen, sizeof(h_grenzen))) != cudaSuccess) goto fehlerfall;

    {
        const int m = 100000;
        int init[2] = { ANZAHL_KLASSEN, -1 };
        h_werte = (float *)malloc(m * sizeof(float));
        for (int i = 0; i < m; ++i) h_werte[i] = 1.1f * rand() / RAND_MAX;
        cudaMalloc(&d_werte, m * sizeof(float));
        cudaMalloc(&d_int, (ANZAHL_KLASSEN + 2) * sizeof(int));
        cudaMemset(d_int, 0, ANZAHL_KLASSEN * sizeof(int));
        cudaMemcpy(d_int + ANZAHL_KLASSEN, init, sizeof(init), cudaMemcpyHostToDevice);
        cudaMemcpy(d_werte, h_werte, m * sizeof(float), cudaMemcpyHostToDevice);
        histGrenzen<<<(m + 127) / 128, 128>>>(d_werte, d_int,
                                              d_int + ANZAHL_KLASSEN, d_int + ANZAHL_KLASSEN + 1, m);
        if ((fehler = cudaMemcpyFromSymbol(&h_ausserhalb, ausserhalb, sizeof(h_ausserhalb))) != cudaSuccess)
            goto fehlerfall;
        printf("ausserhalb: %llu von %d\n", h_ausserhalb, m);
    }
    rueckgabe = 0;
    goto ende;

fehlerfall:
    fprintf(stderr, "CUDA-Fehler: %s\n", cudaGetErrorString(fehler));
ende:
    cudaFree(d_daten);
    cudaFree(d_hist);
    cudaFree(d_teil);
    cudaFree(d_werte);
    cudaFree(d_int);
    free(h_werte);
    free(h_daten);
    return rueckgabe;
}
