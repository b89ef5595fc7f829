#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define N     60
#define PITCH (N + 1)     /* last column: right-hand side */

__global__ void eliminate(double *A, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + k + 1;

    if (i < N && j <= N) {
        double f = A[i * PITCH + k] / A[k * PITCH + k];
        A[i * PITCH + j] -= f * A[k * PITCH + j];
    }
}

int main()
{
    static double h[N * PITCH];
    double x[N], *d, worst = 0;

    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int j = 0; j < N; j++) {
            h[i * PITCH + j] = (i == j) ? 100.0 : 1.0 / (1 + i + j);
            s += h[i * PITCH + j];
        }
        h[i * PITCH + N] = s;
    }
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);

    dim3 threads(16, 16);
    dim3 blocks((N + 15) / 16, (N + 15) / 16);
    for (int k = 0; k < N - 1; k++)
        eliminate<<<blocks, threads>>>(d, k);

    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = N - 1; i >= 0; i--) {
        double s = h[i * PITCH + N];
        for (int j = i + 1; j < N; j++) s -= h[i * PITCH + j] * x[j];
        x[i] = s / h[i * PITCH + i];
        if (fabs(x[i] - 1.0) > worst) worst = fabs(x[i] - 1.0);
    }
    printf("largest error %g\n", worst);
    cudaFree(d);
    return worst < 1e-9 ? 0 : 1;
}
