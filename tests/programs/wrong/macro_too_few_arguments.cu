#include <stdio.h>
#include <cuda_runtime.h>

#define IDX(i, j, ld) ((j) * (ld) + (i))   /* column major, as in Fortran */

__global__ void dgetrow(const double *a, double *r, int m, int n, int row)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) r[j] = a[IDX(row, j, m)];
}

int main(void)
{
    int m = 30, n = 50;
    double *a, *r;
    cudaMallocManaged(&a, m * n * sizeof(double));
    cudaMallocManaged(&r, n * sizeof(double));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            a[IDX(i, j)] = i + 100.0 * j; //~ 20:15 too few arguments for the macro IDX(i, j, ld): 3 are wanted, here are 2
    dgetrow<<<(n + 31) / 32, 32>>>(a, r, m, n, 4);
    cudaDeviceSynchronize();
    printf("%f\n", r[49]);
    return 0;
}
