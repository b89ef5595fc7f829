#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int TILE = 16;

__global__ void multiply(const float* A, const float* B, float* C, int n)
{
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE - 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int t = 0; t < n; t += TILE) {
        a[ty][tx] = A[row * n + t + tx];
        b[ty][tx] = B[(t + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

int main()
{
    const int n = 64;
    const size_t bytes = n * n * sizeof(float);
    float* h = static_cast<float*>(std::malloc(bytes));
    for (int i = 0; i < n * n; ++i) h[i] = float(i % 6);
    float *A, *B, *C;
    cudaMalloc(&A, bytes);
    cudaMalloc(&B, bytes);
    cudaMalloc(&C, bytes);
    cudaMemcpy(A, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, bytes, cudaMemcpyHostToDevice);
    multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(A, B, C, n);
    cudaMemcpy(h, C, bytes, cudaMemcpyDeviceToHost);
    std::printf("%f\n", h[15]);
    std::free(h);
    return 0;
}
