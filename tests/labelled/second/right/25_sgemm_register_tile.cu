#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];
    constexpr int NT = (BM / TM) * (BN / TN);

    const int tid  = threadIdx.x;
    const int tcol = tid % (BN / TN);
    const int trow = tid / (BN / TN);

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int l = tid; l < BM * BK; l += NT)
            As[l % BK][l / BK] = A[(l / BK) * K + l % BK];
        for (int l = tid; l < BK * BN; l += NT)
            Bs[l / BN][l % BN] = B[(l / BN) * N + l % BN];
        __syncthreads();
        A += BK;
        B += BK * N;

        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += As[k][trow * TM + i] * Bs[k][tcol * TN + j];
        __syncthreads();
    }

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(trow * TM + i) * N + tcol * TN + j] = acc[i][j];
}

int main()
{
    const int M = 96, N = 160, K = 72;
    std::vector<float> A(M * K), B(K * N), C(M * N);
    for (int i = 0; i < M * K; ++i) A[i] = float(i % 5 - 2);
    for (int i = 0; i < K * N; ++i) B[i] = float(i % 7 - 3);

    float *dA, *dB, *dC;
    cudaMalloc(&dA, A.size() * 4);
    cudaMalloc(&dB, B.size() * 4);
    cudaMalloc(&dC, C.size() * 4);
    cudaMemcpy(dA, A.data(), A.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), B.size() * 4, cudaMemcpyHostToDevice);

    dim3 grid(N / 32, M / 32);
    sgemm<32, 32, 8, 4, 2><<<grid, 128>>>(M, N, K, dA, dB, dC);
    cudaMemcpy(C.data(), dC, C.size() * 4, cudaMemcpyDeviceToHost);

    int bad = 0;
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            float s = 0;
            for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
            if (std::fabs(s - C[i * N + j]) > 1e-3f) ++bad;
        }
    printf("bad: %d\n", bad);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    return bad != 0;
}
