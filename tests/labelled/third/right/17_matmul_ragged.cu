#include <stdio.h>
#include <cuda_runtime.h>

#define TS 16

// C (M x N) = A (M x K) * B (K x N)
__global__ void MatMul(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float As[TS][TS];
    __shared__ float Bs[TS][TS];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TS + ty;
    int col = blockIdx.x * TS + tx;
    float acc = 0.0f;

    for (int m = 0; m < (K + TS - 1) / TS; ++m) {
        As[ty][tx] = (row < M && m * TS + tx < K) ? A[row * K + m * TS + tx] : 0.0f;
        Bs[ty][tx] = (m * TS + ty < K && col < N) ? B[(m * TS + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TS; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}

int main(void)
{
    const int M = 100, N = 60, K = 45;
    float *A, *B, *C;
    cudaMallocManaged(&A, M * K * sizeof(float));
    cudaMallocManaged(&B, K * N * sizeof(float));
    cudaMallocManaged(&C, M * N * sizeof(float));
    for (int i = 0; i < M * K; i++) A[i] = 1.0f;
    for (int i = 0; i < K * N; i++) B[i] = 2.0f;

    dim3 block(TS, TS);
    dim3 grid((N + TS - 1) / TS, (M + TS - 1) / TS);
    MatMul<<<grid, block>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
    printf("C[0] = %f, C[last] = %f (90 expected)\n", C[0], C[M * N - 1]);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return 0;
}
