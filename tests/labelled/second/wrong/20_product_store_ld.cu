#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void gemm(const double *A, const double *B, double *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        double sum = 0.0;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[row * K + col] = sum;
    }
}

int main()
{
    const int M = 64, K = 40, N = 96;
    double *A, *B, *C;
    cudaMallocManaged(&A, M * K * sizeof(double));
    cudaMallocManaged(&B, K * N * sizeof(double));
    cudaMallocManaged(&C, M * N * sizeof(double));
    for (int i = 0; i < M * K; ++i) A[i] = i % 7;
    for (int i = 0; i < K * N; ++i) B[i] = i % 11;
    for (int i = 0; i < M * N; ++i) C[i] = 0.0;

    dim3 tpb(16, 16);
    dim3 bpg((N + tpb.x - 1) / tpb.x, (M + tpb.y - 1) / tpb.y);
    gemm<<<bpg, tpb>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
    printf("%f\n", C[M * N - 1]);
    cudaFree(A); cudaFree(B); cudaFree(C);
    return 0;
}
