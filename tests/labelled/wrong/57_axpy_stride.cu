#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// y <- a * x + y
template <typename Real>
__global__ void axpy(int n, Real a, const Real* x, Real* y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        y[i] += a * x[i];
}

template <typename Real>
void reference(int n, Real a, const Real* x, Real* y)
{
    for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

int main()
{
    const int n = 1 << 13;
    std::vector<double> x(n), y(n), z(n);
    for (int i = 0; i < n; ++i) { x[i] = i * 0.5; y[i] = z[i] = 1.0; }
    double *dx, *dy;
    cudaMalloc(&dx, n * sizeof(double));
    cudaMalloc(&dy, n * sizeof(double));
    cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    axpy<double><<<8, 128>>>(n, 3.0, dx, dy);
    cudaMemcpy(y.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    reference(n, 3.0, x.data(), z.data());
    for (int i = 0; i < n; ++i)
        if (y[i] != z[i]) { printf("i=%d: %f instead of %f\n", i, y[i], z[i]); break; }
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
