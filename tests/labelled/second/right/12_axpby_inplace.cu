#include <stdio.h>
#include <stdlib.h>

__global__ void axpby(int n, double a, const double *x, double b, const double *y, double *z)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) z[i] = a * x[i] + b * y[i];
}

int main()
{
    int n = 1 << 12;
    double *hx = (double*)malloc(n * sizeof(double));
    double *hy = (double*)malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) { hx[i] = i; hy[i] = 2 * i; }

    double *dx, *dy;
    cudaMalloc(&dx, n * sizeof(double));
    cudaMalloc(&dy, n * sizeof(double));
    cudaMemcpy(dx, hx, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, hy, n * sizeof(double), cudaMemcpyHostToDevice);

    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaEventRecord(t0);
    axpby<<<(n + 127) / 128, 128>>>(n, 3.0, dx, 0.5, dy, dy);
    axpby<<<(n + 127) / 128, 128>>>(n, 0.5, dx, 0.5, dx, dx);
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);

    cudaMemcpy(hx, dx, n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(hy, dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++)
        if (hy[i] != 4.0 * i || hx[i] != i) bad++;
    printf("%d bad, %f ms\n", bad, ms);
    cudaEventDestroy(t0);
    cudaEventDestroy(t1);
    cudaFree(dx);
    cudaFree(dy);
    free(hx);
    free(hy);
    return bad;
}
