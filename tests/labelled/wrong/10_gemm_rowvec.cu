#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// one thread computes four neighbouring columns
__global__ void gemm_k(const float* __restrict__ A, const float* __restrict__ B,
                       float* __restrict__ C, int M, int N, int K)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int groups = N / 4;
    int row = gid / groups;
    int c0 = (gid % groups) * 4;
    if (row >= M) return;

    float4 acc;
    for (int k = 0; k < K; ++k) {
        const float a = A[row * K + k];
        const float* b = B + k * N + c0;
        acc.x += a * b[0];
        acc.y += a * b[1];
        acc.z += a * b[2];
        acc.w += a * b[3];
    }
    C[row * N + c0 + 0] = acc.x;
    C[row * N + c0 + 1] = acc.y;
    C[row * N + c0 + 2] = acc.z;
    C[row * N + c0 + 3] = acc.w;
}

int main()
{
    const int M = 90, N = 256, K = 12;
    std::vector<float> A(M * K, 1.f), B(K * N, 0.5f), C(M * N);
    float *a, *b, *c;
    cudaMalloc(&a, A.size() * sizeof(float));
    cudaMalloc(&b, B.size() * sizeof(float));
    cudaMalloc(&c, C.size() * sizeof(float));
    cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
    gemm_k<<<96, 64>>>(a, b, c, M, N, K);
    cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", C[3]);
    return 0;
}
