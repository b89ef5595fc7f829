#include <stdio.h>
#include <cuda_runtime.h>

#define TAPS 5

__constant__ float d_coef[TAPS];

__global__ void fir(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + TAPS > n) return;
    float s = 0.0f;
    for (int k = 0; k < TAPS; k++) s += d_coef[k] * x[i + k];
    y[i] = s;
}

const float h_coef[TAPS] = { 0.1f, 0.2f, 0.4f, 0.2f, 0.1f };

int main(void)
{
    const int n = 10000;
    float *x, *y, sum = 0;
    for (int k = 0; k < TAPS; k++) sum += h_coef[k];
    for (int k = 0; k < TAPS; k++)
        h_coef[k] /= sum; //~ 25:9 h_coef's elements are const float (line 17) and cannot be changed
    cudaMemcpyToSymbol(d_coef, h_coef, sizeof(h_coef));
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    fir<<<(n + 191) / 192, 192>>>(x, y, n);
    cudaDeviceSynchronize();
    printf("sum %f\n", sum);
    return 0;
}
