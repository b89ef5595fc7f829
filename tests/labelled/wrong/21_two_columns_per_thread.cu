#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int T = 16;

__global__ void gemm2(const float* A, const float* B, float* C, int N)
{
    __shared__ float a[T][T];
    __shared__ float b[T][2 * T];
    const int row = blockIdx.y * T + threadIdx.y;
    const int col = blockIdx.x * 2 * T + threadIdx.x;   // and col + T
    float c0 = 0.f, c1 = 0.f;
    for (int k0 = 0; k0 < N; k0 += T) {
        a[threadIdx.y][threadIdx.x] = A[row * N + k0 + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];
        b[threadIdx.y][threadIdx.x + T] = B[(k0 + threadIdx.y) * N + col + T];
        __syncthreads();
        for (int k = 0; k < T; ++k) {
            const float v = a[threadIdx.y][k];
            c0 += v * b[k][threadIdx.x];
            c1 += v * b[k][threadIdx.x + T];
        }
        __syncthreads();
    }
    C[row * N + col] = c0;
    C[row * N + col + T] = c1;
}

int main()
{
    const int N = 128;
    std::vector<float> h(N * N, 0.75f);
    float *A, *B, *C;
    cudaMalloc(&A, h.size() * sizeof(float));
    cudaMalloc(&B, h.size() * sizeof(float));
    cudaMalloc(&C, h.size() * sizeof(float));
    cudaMemcpy(A, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(B, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(T, T);
    dim3 grid(N / T, N / T);
    gemm2<<<grid, block>>>(A, B, C, N);
    cudaMemcpy(h.data(), C, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[N * N - 1]);
    cudaFree(A); cudaFree(B); cudaFree(C);
    return 0;
}
