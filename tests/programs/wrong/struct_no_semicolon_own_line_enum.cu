#include <cstdio>
#include <cuda_runtime.h>

enum Achse { X_ACHSE, Y_ACHSE, Z_ACHSE } //~ 4:41 a ';' is missing after the enum's '}'
struct Feld { float *d; int n[3]; };

__global__ void glaette(float *d, int nx, int ny, int nz, int schritt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = nx * ny * nz;
    if (i >= schritt && i < n - schritt) d[i] = 0.5f * d[i] + 0.25f * (d[i - schritt] + d[i + schritt]);
}

static void glaetteAchse(const Feld &f, Achse a)
{
    int schritt = a == X_ACHSE ? 1 : a == Y_ACHSE ? f.n[0] : f.n[0] * f.n[1];
    int n = f.n[0] * f.n[1] * f.n[2];
    glaette<<<(n + 255) / 256, 256>>>(f.d, f.n[0], f.n[1], f.n[2], schritt);
}

int main()
{
    Feld f = {nullptr, {40, 30, 20}};
    cudaMalloc(&f.d, 40 * 30 * 20 * sizeof(float));
    glaetteAchse(f, X_ACHSE);
    glaetteAchse(f, Z_ACHSE);
    cudaDeviceSynchronize();
    cudaFree(f.d);
}
