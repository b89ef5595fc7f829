#include <stdio.h>
#include <cuda_runtime.h>

__global__ void wurzel(float *x, int n, int schritte)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float w = x[i] > 1 ? x[i] : 1;
    for (int s = 0; s < schritte; s++) w = 0.5f * (w + x[i] / w);
    x[i] = w;
}

static void rechne(float *x, int n, Betriebsart art) //~ 13:37 'Betriebsart' is not a type: an enum of this name is declared nowhere
{
    wurzel<<<(n + 63) / 64, 64>>>(x, n, art ? 8 : 3);
}

int main(void)
{
    int n = 440;
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    for (int i = 0; i < n; i++) x[i] = i;
    rechne(x, n, 1);
    cudaDeviceSynchronize();
    printf("%f\n", x[144]);
    return 0;
}
