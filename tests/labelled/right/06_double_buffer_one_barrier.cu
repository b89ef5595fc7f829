// Doppelpufferung: nur EINE Barriere pro Kachel
#include <cstdio>
#include <cuda_runtime.h>

const int KACHEL = 16;

__global__ void produkt(const float *a, const float *b, float *c, int n)
{
    __shared__ float sa[2][KACHEL][KACHEL];
    __shared__ float sb[2][KACHEL][KACHEL];

    const int x = threadIdx.x, y = threadIdx.y;
    const int zeile = blockIdx.y * KACHEL + y;
    const int spalte = blockIdx.x * KACHEL + x;
    const int schritte = n / KACHEL;

    // erste Kachel laden
    sa[0][y][x] = a[zeile * n + x];
    sb[0][y][x] = b[y * n + spalte];

    float summe = 0;
    for (int s = 0; s < schritte; ++s) {
        __syncthreads();
        const int p = s & 1;
        if (s + 1 < schritte) {
            sa[p ^ 1][y][x] = a[zeile * n + (s + 1) * KACHEL + x];
            sb[p ^ 1][y][x] = b[((s + 1) * KACHEL + y) * n + spalte];
        }
        for (int i = 0; i < KACHEL; ++i)
            summe += sa[p][y][i] * sb[p][i][x];
    }
    c[zeile * n + spalte] = summe;
}

int main()
{
    const int n = 80;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * n * sizeof(float));
    cudaMallocManaged(&b, n * n * sizeof(float));
    cudaMallocManaged(&c, n * n * sizeof(float));
    for (int i = 0; i < n * n; ++i) { a[i] = 1.0f / (1 + i % 13); b[i] = (float)(i % 3); }
    produkt<<<dim3(n / KACHEL, n / KACHEL), dim3(KACHEL, KACHEL)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    printf("c[17] = %f\n", c[17]);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return 0;
}
