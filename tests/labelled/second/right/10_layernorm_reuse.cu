#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

template <int DIM>
__global__ void layer_norm(const float *x, float *y, float eps)
{
    __shared__ float red[DIM];
    int c = threadIdx.x;
    float v = x[blockIdx.x * DIM + c];

    red[c] = v;
    __syncthreads();
#pragma unroll
    for (int s = DIM / 2; s >= 1; s /= 2) {
        if (c < s) red[c] += red[c + s];
        __syncthreads();
    }
    float mean = red[0] / DIM;
    __syncthreads();

    red[c] = (v - mean) * (v - mean);
    __syncthreads();
#pragma unroll
    for (int s = DIM / 2; s >= 1; s /= 2) {
        if (c < s) red[c] += red[c + s];
        __syncthreads();
    }
    float inv = rsqrtf(red[0] / DIM + eps);
    y[blockIdx.x * DIM + c] = (v - mean) * inv;
}

int main()
{
    constexpr int DIM = 256;
    constexpr int ROWS = 33;
    float *x, *y;
    cudaMallocManaged(&x, ROWS * DIM * sizeof(float));
    cudaMallocManaged(&y, ROWS * DIM * sizeof(float));
    for (int i = 0; i < ROWS * DIM; i++) x[i] = (i * 13 % 29) * 0.5f;
    layer_norm<DIM><<<ROWS, DIM>>>(x, y, 1e-5f);
    cudaDeviceSynchronize();
    double m = 0;
    for (int i = 0; i < DIM; i++) m += y[i];
    printf("mean of row 0: %g\n", m / DIM);
    int ok = std::fabs(m / DIM) < 1e-4;
    cudaFree(x);
    cudaFree(y);
    return ok ? 0 : 1;
}
