#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* DAXPY, Schreibweise wie in der BLAS: n, a, x, incx, y, incy */
__global__ void daxpy_k(int n, double da, const double *dx, int incx, double *dy, int incy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dy[i * incy] += da * dx[i * incx];
}

void daxpy_(int *n, double *da, double *dx, int *incx, double *dy, int *incy)
{
    int nthr = 128;
    int nblk = (*n + nthr - 1) / nthr;
    daxpy_k<<<nblk, nthr>>>(*n, *da, *incx, dx, dy, *incy); //~ 16:38 the kernel's parameter 3 is const double *dx, here is an int: arguments 3 and 4 look swapped
}

int main(void)
{
    int n = 10000, one = 1;
    double a = 2.5, *x, *y;
    cudaMallocManaged(&x, n * sizeof(double));
    cudaMallocManaged(&y, n * sizeof(double));
    for (int i = 0; i < n; i++) { x[i] = 1.0; y[i] = 2.0; }
    daxpy_(&n, &a, x, &one, y, &one);
    cudaDeviceSynchronize();
    printf(" Y(1) = %12.5f\n", y[0]);
    return 0;
}
