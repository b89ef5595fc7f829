#include <stdio.h>
#include <math.h>
#include <cuda_runtime.h>

#define SAMPLES 8192
#define PI_F 3.14159265f

__device__ float window(int i, int n)
{
    return 0.5f - 0.5f * cosf(2.0f * PI_F * i / (n - 1));
}

__device__ void hannBody(float *sig, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sig[i] *= window(i, n);
}

__global__ void hann(float *sig, int n) { hannBody(sig, n); }

int main(void)
{
    float *sig;
    cudaMallocManaged(&sig, SAMPLES * sizeof(float));
    for (int i = 0; i < SAMPLES; i++) sig[i] = 1.0f;
    hannBody<<<SAMPLES / 256, 256>>>(sig, SAMPLES); //~ 26:5 'hannBody' is a __device__ function, only a __global__ one can be launched: did you mean 'hann'?
    cudaDeviceSynchronize();
    printf("%f\n", sig[SAMPLES / 2]);
    cudaFree(sig);
    return 0;
}
