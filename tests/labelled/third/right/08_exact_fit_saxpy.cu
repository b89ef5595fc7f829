#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// y := a*x + y, then clamp; every thread owns one element
__global__ void axpyInPlace(float a, const float *x, float *y)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    y[id] = a * x[id] + y[id];
    if (y[id] > 10.0f)
        y[id] = 10.0f;
}

int main()
{
    const unsigned threads = 320;
    const unsigned blocks = 12;
    const unsigned n = 3840;
    const size_t bytes = n * sizeof(float);

    std::vector<float> x(n), y(n);
    for (unsigned i = 0; i < n; ++i) {
        x[i] = i * 0.001f;
        y[i] = 8.0f;
    }

    float *dx, *dy;
    cudaMalloc((void **)&dx, bytes);
    cudaMalloc((void **)&dy, bytes);
    cudaMemcpy(dx, x.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), bytes, cudaMemcpyHostToDevice);

    axpyInPlace<<<blocks, threads>>>(2.0f, dx, dy);

    cudaMemcpy(y.data(), dy, bytes, cudaMemcpyDeviceToHost);
    printf("y[0]=%g y[n-1]=%g\n", y[0], y[n - 1]);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
