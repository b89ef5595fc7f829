#include <iostream>
#include <cuda_runtime.h>

const int n = 70;
const int BW = 32;

__global__ void mmGuarded(const float* A, const float* B, float* C)
{
    __shared__ float tA[BW][BW];
    __shared__ float tB[BW][BW];
    const int row = blockIdx.y * BW + threadIdx.y;
    const int col = blockIdx.x * BW + threadIdx.x;

    if (row < n && col < n) {
        float dot = 0.0f;
        for (int base = 0; base < n; base += BW) {
            tA[threadIdx.y][threadIdx.x] = (base + threadIdx.x < n) ? A[row * n + base + threadIdx.x] : 0.0f;
            tB[threadIdx.y][threadIdx.x] = (base + threadIdx.y < n) ? B[(base + threadIdx.y) * n + col] : 0.0f;
            __syncthreads();
            for (int k = 0; k < BW; ++k)
                dot += tA[threadIdx.y][k] * tB[k][threadIdx.x];
            __syncthreads();
        }
        C[row * n + col] = dot;
    }
}

int main()
{
    float *A, *B, *C;
    const size_t bytes = sizeof(float) * n * n;
    cudaMallocManaged(&A, bytes);
    cudaMallocManaged(&B, bytes);
    cudaMallocManaged(&C, bytes);
    for (int i = 0; i < n * n; ++i) { A[i] = 1.0f; B[i] = 1.0f; }
    const int g = (n + BW - 1) / BW;
    mmGuarded<<<dim3(g, g), dim3(BW, BW)>>>(A, B, C);
    cudaDeviceSynchronize();
    std::cout << C[0] << " " << C[n * n - 1] << std::endl;
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
}
