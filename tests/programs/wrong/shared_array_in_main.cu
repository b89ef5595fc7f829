#include <stdio.h>
#include <cuda_runtime.h>

#define HILOS 128

__global__ void acumular(const float *x, float *sumas)
{
    __shared__ float s[HILOS];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * HILOS + t];
    __syncthreads();
    for (int k = HILOS / 2; k >= 1; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) sumas[blockIdx.x] = s[0];
}

int main(void)
{
    const int bloques = 20;
    float *x, *sumas;
    __shared__ float res[20]; // resultados //~ 23:22 __shared__ memory exists only in kernels and device functions: leave the word away in main
    cudaMalloc(&x, bloques * HILOS * sizeof(float));
    cudaMalloc(&sumas, bloques * sizeof(float));
    cudaMemset(x, 0, bloques * HILOS * sizeof(float));
    acumular<<<bloques, HILOS>>>(x, sumas);
    cudaMemcpy(res, sumas, sizeof(res), cudaMemcpyDeviceToHost);
    printf("%f\n", res[0]);
    return 0;
}
