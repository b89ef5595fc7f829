#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// y = A x, one row for each thread, A stored row by row
__global__ void matVec(const float* A, const float* x, float* y, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum;
        for (int c = 0; c < cols; ++c)
            sum += A[r * cols + c] * x[c];
        y[r] = sum;
    }
}

int main()
{
    const int rows = 300;
    const int cols = 80;
    std::vector<float> A(rows * cols, 0.5f), x(cols, 2.0f), y(rows);
    float *dA, *dx, *dy;

    cudaMalloc(&dA, rows * cols * sizeof(float));
    cudaMalloc(&dx, cols * sizeof(float));
    cudaMalloc(&dy, rows * sizeof(float));
    cudaMemcpy(dA, A.data(), rows * cols * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), cols * sizeof(float), cudaMemcpyHostToDevice);

    const int threads = 128;
    matVec<<<(rows + threads - 1) / threads, threads>>>(dA, dx, dy, rows, cols);

    cudaMemcpy(y.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
    printf("y[0] = %f (80 expected)\n", y[0]);
    cudaFree(dA);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
