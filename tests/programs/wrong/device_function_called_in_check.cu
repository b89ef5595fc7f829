#include <stdio.h>
#include <math.h>
#include <cuda_runtime.h>

#define N 3000

__device__ float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

__global__ void activate(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = sigmoid(v[i]);
}

int main(void)
{
    float *v, err = 0.0f;
    cudaMallocManaged(&v, N * sizeof(float));
    for (int i = 0; i < N; i++) v[i] = 0.001f * i;
    activate<<<(N + 127) / 128, 128>>>(v, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        err = fmaxf(err, fabsf(v[i] - sigmoid(0.001f * i))); //~ 26:39 'sigmoid' is a __device__ function and cannot be called from host code (main): write __host__ __device__
    printf("max error %g\n", err);
    return err > 1e-5f;
}
