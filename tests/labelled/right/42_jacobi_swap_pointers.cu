#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int NX = 66;
constexpr int NY = 50;

__global__ void jacobi(const float* __restrict__ u, float* __restrict__ v)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x < NX - 1 && y < NY - 1) {
        const int c = y * NX + x;
        v[c] = 0.25f * (u[c - 1] + u[c + 1] + u[c - NX] + u[c + NX]);
    }
}

int main()
{
    std::vector<float> h(NX * NY, 0.f);
    for (int x = 0; x < NX; ++x) h[x] = 100.f;
    float *a, *b;
    cudaMalloc(&a, h.size() * sizeof(float));
    cudaMalloc(&b, h.size() * sizeof(float));
    cudaMemcpy(a, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid((NX - 2 + 15) / 16, (NY - 2 + 15) / 16);
    for (int it = 0; it < 40; ++it) {
        jacobi<<<grid, block>>>(a, b);
        std::swap(a, b);
    }
    cudaMemcpy(h.data(), a, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", h[10 * NX + 33]);
    cudaFree(a);
    cudaFree(b);
}
