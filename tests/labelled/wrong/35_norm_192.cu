// Euclidean norm of a vector
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

__global__ void norm2(const double *v, int n, double *acc)
{
    __shared__ double s[192];
    int t = threadIdx.x;
    double q = 0.0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
        q += v[i] * v[i];
    s[t] = q;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(acc, s[0]);
}

double reference(const double *v, int n)
{
    double q = 0.0;
    for (int i = 0; i < n; i++) q += v[i] * v[i];
    return q;
}

int main(void)
{
    const int n = 6000;
    double *h = (double *)malloc(n * sizeof(double)), *v, *acc, r;
    for (int i = 0; i < n; i++) h[i] = 0.01 * (i % 100);
    cudaMalloc((void **)&v, n * sizeof(double));
    cudaMalloc((void **)&acc, sizeof(double));
    cudaMemcpy(v, h, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(acc, 0, sizeof(double));
    norm2<<<10, 192>>>(v, n, acc);
    cudaMemcpy(&r, acc, sizeof(double), cudaMemcpyDeviceToHost);
    printf("|v| = %.9f, host %.9f\n", sqrt(r), sqrt(reference(h, n)));
    free(h);
    return 0;
}
