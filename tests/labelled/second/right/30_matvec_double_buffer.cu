#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define T 64

__global__ void matvec(const float *__restrict__ A, const float *__restrict__ x, float *y,
                       int rows, int cols)
{
    __shared__ float xs[2][T];
    const int row = blockIdx.x * T + threadIdx.x;
    const int tiles = cols / T;

    xs[0][threadIdx.x] = x[threadIdx.x];
    __syncthreads();

    float sum = 0.f;
    for (int t = 0; t < tiles; ++t) {
        const int now = t & 1;
        if (t + 1 < tiles)
            xs[now ^ 1][threadIdx.x] = x[(t + 1) * T + threadIdx.x];
        if (row < rows)
            for (int k = 0; k < T; ++k)
                sum += A[row * cols + t * T + k] * xs[now][k];
        __syncthreads();
    }
    if (row < rows)
        y[row] = sum;
}

int main()
{
    const int rows = 300, cols = 5 * T;
    std::vector<float> A(rows * cols), x(cols), y(rows);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) A[r * cols + c] = float((r + c) % 3);
    for (int c = 0; c < cols; ++c) x[c] = float(c % 4);

    float *dA, *dx, *dy;
    cudaMalloc(&dA, A.size() * sizeof(float));
    cudaMalloc(&dx, x.size() * sizeof(float));
    cudaMalloc(&dy, y.size() * sizeof(float));
    cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
    matvec<<<(rows + T - 1) / T, T>>>(dA, dx, dy, rows, cols);
    cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost);

    int bad = 0;
    for (int r = 0; r < rows; ++r) {
        float s = 0.f;
        for (int c = 0; c < cols; ++c) s += A[r * cols + c] * x[c];
        bad += s != y[r];
    }
    printf("bad: %d\n", bad);
    cudaFree(dA); cudaFree(dx); cudaFree(dy);
    return bad;
}
