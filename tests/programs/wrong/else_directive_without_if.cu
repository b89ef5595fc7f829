#include <stdio.h>
#include <cuda_runtime.h>

#ifdef USE_DOUBLE
typedef double real;
#endif
#else //~ 7:1 this #else has no #if: the #endif before it ends the one of line 4
typedef float real;
#endif

__global__ void lerp(real *a, const real *b, real t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += t * (b[i] - a[i]);
}

int main(void)
{
    int n = 1234;
    real *a, *b;
    cudaMalloc(&a, n * sizeof(real));
    cudaMalloc(&b, n * sizeof(real));
    cudaMemset(a, 0, n * sizeof(real));
    cudaMemset(b, 0, n * sizeof(real));
    lerp<<<(n + 255) / 256, 256>>>(a, b, (real)0.5, n);
    cudaDeviceSynchronize();
    return 0;
}
