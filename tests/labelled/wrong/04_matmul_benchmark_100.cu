// Benchmark of the naive kernel
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <vector>

#define CUDA_TRY(expr) if ((expr) != cudaSuccess) { std::puts("cuda error"); return 1; }

static const int DIM = 100;
static const int TPB = 32;

__global__ void sgemm_naive(const float *A, const float *B, float *C, int N)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    float tmp = 0.0;
    for (int i = 0; i < N; ++i)
        tmp += A[y * N + i] * B[i * N + x];
    C[y * N + x] = tmp;
}

int main()
{
    std::vector<float> a(DIM * DIM), b(DIM * DIM), c(DIM * DIM);
    for (int i = 0; i < DIM * DIM; ++i) { a[i] = 0.5f * (i % 9); b[i] = 0.25f * (i % 11); }
    float *dA, *dB, *dC;
    CUDA_TRY(cudaMalloc(&dA, a.size() * sizeof(float)));
    CUDA_TRY(cudaMalloc(&dB, b.size() * sizeof(float)));
    CUDA_TRY(cudaMalloc(&dC, c.size() * sizeof(float)));
    CUDA_TRY(cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
    dim3 threads(TPB, TPB);
    dim3 grid((DIM + TPB - 1) / TPB, (DIM + TPB - 1) / TPB);
    auto t0 = std::chrono::steady_clock::now();
    sgemm_naive<<<grid, threads>>>(dA, dB, dC, DIM);
    cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    CUDA_TRY(cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("%f in %lld us\n", c[42],
        (long long)std::chrono::duration_cast<std::chrono::microseconds>(t1 - t0).count());
    return 0;
}
