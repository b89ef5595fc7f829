// Saxpy over 2^30 doubles with a grid-stride loop. Right. Two arrays of 8 GB each, 2^30 loads and stores.
#include <cstddef>

__global__ void saxpy(size_t n, double alpha, const double* x, double* y)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = alpha * x[i] + y[i];
}

int main()
{
    const size_t n = 1ull << 30;
    double *x, *y;
    cudaMalloc(&x, n * sizeof(double));
    cudaMalloc(&y, n * sizeof(double));
    cudaMemset(x, 0, n * sizeof(double));
    cudaMemset(y, 0, n * sizeof(double));
    saxpy<<<1024, 1024>>>(n, 2.5, x, y);
    cudaDeviceSynchronize();
}
