// Red-black SOR
#include <stdio.h>
#include <stdlib.h>

#define L 48
#define AT(i, j) ((i) * (L + 2) + (j))

__global__ void sweep(double *u, const double *f, double omega, int colour)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (((i + j) & 1) == colour) {
        double r = 0.25 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)] - f[AT(i, j)]);
        u[AT(i, j)] += omega * (r - u[AT(i, j)]);
    }
}

int main()
{
    size_t bytes = (L + 2) * (L + 2) * sizeof(double);
    double *h = (double *)calloc((L + 2) * (L + 2), sizeof(double));
    double *u, *f;
    cudaMalloc(&u, bytes);
    cudaMalloc(&f, bytes);
    cudaMemcpy(u, h, bytes, cudaMemcpyHostToDevice);
    h[AT(L / 2, L / 2)] = 1.0;
    cudaMemcpy(f, h, bytes, cudaMemcpyHostToDevice);
    dim3 threads(16, 8), blocks(L / 16, L / 8);
    for (int k = 0; k < 25; k++) {
        sweep<<<blocks, threads>>>(u, f, 1.6, 0);
        sweep<<<blocks, threads>>>(u, f, 1.6, 1);
    }
    cudaMemcpy(h, u, bytes, cudaMemcpyDeviceToHost);
    printf("centre: %g\n", h[AT(L / 2, L / 2)]);
    free(h); cudaFree(u); cudaFree(f);
    return 0;
}
