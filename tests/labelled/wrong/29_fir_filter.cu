#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 128
#define TAPS  5          /* on each side */

__constant__ float coeff[2 * TAPS + 1];

__global__ void fir(const float *x, float *y, int n)
{
    __shared__ float s[BLOCK + TAPS];
    int g = blockIdx.x * BLOCK + threadIdx.x;
    int l = threadIdx.x + TAPS;

    s[l] = g < n ? x[g] : 0.0f;
    if (threadIdx.x < TAPS) {
        s[l - TAPS] = g >= TAPS ? x[g - TAPS] : 0.0f;
        s[l + BLOCK] = g + BLOCK < n ? x[g + BLOCK] : 0.0f;
    }
    __syncthreads();

    if (g < n) {
        float acc = 0.0f;
        for (int k = -TAPS; k <= TAPS; k++)
            acc += coeff[k + TAPS] * s[l + k];
        y[g] = acc;
    }
}

int main()
{
    const int n = 3000;
    float c[2 * TAPS + 1];
    for (int i = 0; i <= 2 * TAPS; i++) c[i] = 1.0f / (2 * TAPS + 1);
    cudaMemcpyToSymbol(coeff, c, sizeof(c));
    float *h = (float *)malloc(n * sizeof(float)), *x, *y;
    for (int i = 0; i < n; i++) h[i] = (i / 50) % 2 ? 1.0f : -1.0f;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
    fir<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, n);
    cudaMemcpy(h, y, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[n / 2]);
    free(h);
    return 0;
}
