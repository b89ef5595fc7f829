#include <iostream>
#include <vector>
#include <cuda_runtime.h>

// 64x64 tile of C per block, 256 threads, 4x4 results per thread
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
gemm_regblock(int M, int N, int K, const float* A, const float* B, float* C)
{
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tr = tid / (BN / TN);
    const int tc = tid % (BN / TN);
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    // loader coordinates: one float4 each
    const int aRow = tid / (BK / 4), aCol = (tid % (BK / 4)) * 4;
    const int bRow = tid / (BN / 4), bCol = (tid % (BN / 4)) * 4;

    float acc[TM][TN] = {};
    float ra[TM], rb[TN];

    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 v = *reinterpret_cast<const float4*>(&A[aRow * K + aCol]);
        As[aCol + 0][aRow] = v.x;
        As[aCol + 1][aRow] = v.y;
        As[aCol + 2][aRow] = v.z;
        As[aCol + 3][aRow] = v.w;
        *reinterpret_cast<float4*>(&Bs[bRow][bCol]) =
            *reinterpret_cast<const float4*>(&B[bRow * N + bCol]);
        __syncthreads();
        A += BK;
        B += BK * N;
        for (int k = 0; k < BK; ++k) {
            for (int i = 0; i < TM; ++i) ra[i] = As[k][tr * TM + i];
            for (int j = 0; j < TN; ++j) rb[j] = Bs[k][tc * TN + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(tr * TM + i) * N + tc * TN + j] = acc[i][j];
}

int main()
{
    const int M = 128, N = 128, K = 64;
    std::vector<float> hA(M * K), hB(K * N), hC(M * N);
    for (int i = 0; i < M * K; ++i) hA[i] = 0.01f * (i % 113);
    for (int i = 0; i < K * N; ++i) hB[i] = 0.02f * (i % 97) - 1.0f;
    float *A, *B, *C;
    cudaMalloc(&A, hA.size() * 4);
    cudaMalloc(&B, hB.size() * 4);
    cudaMalloc(&C, hC.size() * 4);
    cudaMemcpy(A, hA.data(), hA.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(B, hB.data(), hB.size() * 4, cudaMemcpyHostToDevice);
    gemm_regblock<64, 64, 16, 4, 4><<<dim3(N / 64, M / 64), 256>>>(M, N, K, A, B, C);
    cudaMemcpy(hC.data(), C, hC.size() * 4, cudaMemcpyDeviceToHost);
    std::cout << hC[0] << " " << hC.back() << "\n";
    cudaFree(A); cudaFree(B); cudaFree(C);
}
