// Präfixsumme (inklusiv) nach Hillis & Steele, ein Block pro Abschnitt.
// Übungsblatt 5, Aufgabe 2b -- Lösungsvorschlag
#include <cuda_runtime.h>

#define BLOCKGROESSE 256

__global__ void praefixsumme(const int* eingabe, int* ausgabe, int* blocksummen, int laenge)
{
    // zwei Puffer, zwischen denen gewechselt wird (»Ping-Pong«)
    __shared__ int puffer[2][BLOCKGROESSE];
    int* quelle = puffer[0];
    int* ziel   = puffer[1];

    const int faden = threadIdx.x;
    const int stelle = blockIdx.x * BLOCKGROESSE + faden;

    quelle[faden] = (stelle < laenge) ? eingabe[stelle] : 0;
    __syncthreads();

    for (int abstand = 1; abstand < BLOCKGROESSE; abstand <<= 1)
    {
        if (faden >= abstand)
            ziel[faden] = quelle[faden] + quelle[faden - abstand];
        else
            ziel[faden] = quelle[faden];
        __syncthreads();

        int* tausch = quelle;   // Zeiger tauschen, keine Daten
        quelle = ziel;
        ziel = tausch;
    }

    if (stelle < laenge) ausgabe[stelle] = quelle[faden];
    if (faden == BLOCKGROESSE - 1 && blocksummen != nullptr)
        blocksummen[blockIdx.x] = quelle[faden];   // für die nächste Stufe
}

// zweiter Durchlauf: Versatz aufaddieren
__global__ void versatz_addieren(int* ausgabe, const int* gescannte_summen, int laenge)
{
    const int stelle = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && stelle < laenge)
        ausgabe[stelle] += gescannte_summen[blockIdx.x - 1];
}
