/* Übung 7, Aufgabe 2b: Matrixprodukt C = A * B
   Jeder Thread berechnet ein Element der Ergebnismatrix. */

typedef double reell;

// Skalarprodukt einer Zeile mit einer Spalte; `schritt` ist der Abstand
// zweier Elemente der Spalte im Speicher.
__device__ reell skalarprodukt(const reell* zeile, const reell* spalte,
                               int länge, int schritt)
{
    reell summe = 0.;
    while (länge-- > 0)
    {
        summe += *zeile * *spalte;
        ++zeile;
        spalte += schritt;
    }
    return summe;
}

__global__ void matrixprodukt(const reell* linke, const reell* rechte, reell* ergebnis,
                              int größe)
{
    const int zeile  = blockIdx.y * blockDim.y + threadIdx.y;
    const int spalte = blockIdx.x * blockDim.x + threadIdx.x;

    if (zeile >= größe || spalte >= größe) return;   // außerhalb, nichts zu tun

    ergebnis[zeile * größe + spalte] =
        skalarprodukt(linke + zeile * größe, rechte + spalte, größe, größe);
}
