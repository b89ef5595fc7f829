#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// y = A * x
__global__ void matvec(const float* A, const float* x, float* y, int rows, int cols)
{
    const int r = threadIdx.x + blockIdx.x * blockDim.x;
    if (r < rows) {
        auto sum = 0;
        for (int c = 0; c < cols; ++c)
            sum += A[r * cols + c] * x[c];
        y[r] = sum;
    }
}

void reference(const float* A, const float* x, float* y, int rows, int cols)
{
    for (int r = 0; r < rows; ++r) {
        float sum = 0.0f;
        for (int c = 0; c < cols; ++c) sum += A[r * cols + c] * x[c];
        y[r] = sum;
    }
}

int main()
{
    const int rows = 130, cols = 75;
    std::vector<float> A(rows * cols), x(cols), y(rows), z(rows);
    for (int i = 0; i < rows * cols; ++i) A[i] = 0.37f * (i % 5);
    for (int i = 0; i < cols; ++i) x[i] = 0.11f * (i % 9);
    float *dA, *dx, *dy;
    cudaMalloc(&dA, A.size() * sizeof(float));
    cudaMalloc(&dx, x.size() * sizeof(float));
    cudaMalloc(&dy, y.size() * sizeof(float));
    cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
    matvec<<<(rows + 63) / 64, 64>>>(dA, dx, dy, rows, cols);
    cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
    reference(A.data(), x.data(), z.data(), rows, cols);
    printf("%f %f\n", y[0], z[0]);
}
