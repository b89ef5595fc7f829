/* LU decomposition without pivoting (Doolittle), right-looking.
 * The launch grid shrinks with the trailing submatrix.
 * fattorizzazione LU - esercitazione 9
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define DIM 90
#define THREADS 32

// prototipi
__global__ void scala_colonna(float *, int, int);
__global__ void aggiorna(float *a, int n, int k);
int blocchi(int elementi, int per_blocco);
float genera(int i, int j);

// indice in memoria, per righe
#define AT(i, j) ((i) * n + (j))

__global__ void scala_colonna(float *a, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[AT(i, k)] /= a[AT(k, k)];
}

__global__ void aggiorna(float *a, int n, int k)
{
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        a[AT(i, j)] -= a[AT(i, k)] * a[AT(k, j)];
}

int blocchi(int elementi, int per_blocco)
{
    return elementi / per_blocco + (elementi % per_blocco != 0);
}

float genera(int i, int j)
{
    return i == j ? 10.0f + i : 1.0f / (1.0f + fabsf((float)(i - j)));
}

int main()
{
    int n = DIM;
    size_t dimensione = n * n * sizeof(float);
    float *a = (float *)malloc(dimensione);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[AT(i, j)] = genera(i, j);

    float *d_a;
    cudaError_t errore = cudaMalloc(&d_a, dimensione);
    if (errore != cudaSuccess) {
        printf("memoria non disponibile: %s\n", cudaGetErrorString(errore));
        free(a);
        return 1;
    }
    cudaMemcpy(d_a, a, dimensione, cudaMemcpyHostToDevice);

    for (int k = 0; k < n - 1; k++) {
        int resto = n - k - 1;
        scala_colonna<<<blocchi(resto, THREADS), THREADS>>>(d_a, n, k);

        dim3 b(THREADS / 2, THREADS / 4);
        dim3 g(blocchi(resto, b.x), blocchi(resto, b.y));
        aggiorna<<<g, b>>>(d_a, n, k);
    }
    cudaMemcpy(a, d_a, dimensione, cudaMemcpyDeviceToHost);

    // verifica: L * U deve dare la matrice di partenza
    double massimo = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            int m = i < j ? i : j;
            for (int l = 0; l <= m; l++) {
                double lil = l == i ? 1.0 : a[AT(i, l)];
                s += lil * a[AT(l, j)];
            }
            massimo = fmax(massimo, fabs(s - genera(i, j)));
        }
    printf("errore massimo |LU - A| = %g\n", massimo);

    cudaFree(d_a);
    free(a);
    return massimo < 1e-3 ? 0 : 1;
}
