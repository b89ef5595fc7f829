#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void mul(float *x, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= f;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 512;
    float *x;
    if (n <= 0) {
        printf("n must be positive\n");
        break; //~ 17:9 this break is in no loop and no switch: return is meant?
    }
    cudaMalloc(&x, n * sizeof(float));
    mul<<<(n + 63) / 64, 64>>>(x, 3.0f, n);
    cudaDeviceSynchronize();
    cudaFree(x);
    return 0;
}
