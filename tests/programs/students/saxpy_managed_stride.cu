#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

// y = a*x + y with a grid-stride loop and unified memory

__global__ void fill(float *p, float v, size_t n)
{
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        p[i] = v;
}

__global__ void saxpy(size_t n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = a * x[i] + y[i];
}

int main(void)
{
    const size_t n = 1 << 18;
    const int threads = 128;
    const int blocks = 64;
    const float a = 2.5f;

    float *x = nullptr, *y = nullptr;
    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&y, n * sizeof *y);

    fill<<<blocks, threads>>>(x, 1.0f, n);
    fill<<<blocks, threads>>>(y, 2.0f, n);

    for (int rep = 0; rep < 3; ++rep)
        saxpy<<<blocks / 2, threads * 2>>>(n, a, x, y);

    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) {
        fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(err));
        return 1;
    }

    // 2 + 3 * 2.5
    double maxErr = 0.0;
    for (size_t i = 0; i < n; ++i)
        maxErr = fmax(maxErr, fabs(y[i] - 9.5));
    printf("max error: %g\n", maxErr);

    cudaFree(x);
    cudaFree(y);
    return maxErr > 1e-5;
}
