#include <cstdio>
#include <cuda_runtime.h>

// Uebungsblatt 3, Aufgabe 1: ganzzahlige Matrixmultiplikation
// mit einem eindimensionalen Grid (grid-stride loop)
__global__ void multipliziere(const int *links, const int *rechts, int *ergebnis,
                              int zeilen, int mitte, int spalten)
{
    const int gesamt = zeilen * spalten;
    const int schritt = gridDim.x * blockDim.x;
    for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx < gesamt; idx += schritt) {
        const int z = idx / spalten;
        const int s = idx % spalten;
        int summe = 0;
        for (int i = 0; i < mitte; ++i)
            summe += links[z * mitte + i] * rechts[i * spalten + s];
        ergebnis[idx] = summe;
    }
}

int main()
{
    const int zeilen = 77, mitte = 130, spalten = 201;
    int *links, *rechts, *ergebnis;
    cudaMallocManaged(&links, zeilen * mitte * sizeof(int));
    cudaMallocManaged(&rechts, mitte * spalten * sizeof(int));
    cudaMallocManaged(&ergebnis, zeilen * spalten * sizeof(int));
    for (int i = 0; i < zeilen * mitte; ++i) links[i] = i % 11 - 5;
    for (int i = 0; i < mitte * spalten; ++i) rechts[i] = i % 13 - 6;

    multipliziere<<<20, 128>>>(links, rechts, ergebnis, zeilen, mitte, spalten);
    cudaDeviceSynchronize();

    int fehler = 0;
    for (int z = 0; z < zeilen; ++z)
        for (int s = 0; s < spalten; ++s) {
            int soll = 0;
            for (int i = 0; i < mitte; ++i)
                soll += links[z * mitte + i] * rechts[i * spalten + s];
            if (soll != ergebnis[z * spalten + s]) ++fehler;
        }
    printf("Fehler: %d\n", fehler);
    cudaFree(links);
    cudaFree(rechts);
    cudaFree(ergebnis);
    return fehler != 0;
}
