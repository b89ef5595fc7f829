#include <cstdio>
#include <cuda_runtime.h>

__global__ void fillF(float *p, float v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}
__global__ void fillD(double *p, double v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}

const int N = 2000;
static float *gf;
static double *gd;

void fill(float v) { fillF<<<(N + 199) / 200, 200>>>(gf, v, N); }
void fill(double v) { fillD<<<(N + 199) / 200, 200>>>(gd, v, N); }

int main()
{
    cudaMalloc(&gf, N * sizeof(float));
    cudaMalloc(&gd, N * sizeof(double));
    fill(1.0f);
    fill(1.0);
    fill(0); //~ 28:5 ambiguous: fill(float) and fill(double) fit an int equally well
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
