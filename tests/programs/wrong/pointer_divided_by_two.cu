#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void butterfly(double *lo, double *hi, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double a = lo[i], b = hi[i];
        lo[i] = a + b;
        hi[i] = a - b;
    }
}

int main(void)
{
    int n = 1 << 13;
    double *d, *mitte;
    cudaMalloc(&d, n * sizeof(double));
    cudaMemset(d, 0, n * sizeof(double));
    /* zweite Hälfte */
    mitte = d / 2; //~ 22:13 a pointer (d) cannot be divided: d + n / 2 is meant
    butterfly<<<n / 2 / 256, 256>>>(d, mitte, n / 2);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
