#include <cstdio>
#include <cuda_runtime.h>

__global__ void
matmul_gs(const int *A, const int *B, int *C, int M, int N, int K)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < M * N; e += gridDim.x * blockDim.x) {
        const int i = e / N, j = e % N;
        int s = 0;
        for (int k = 0; k < K; k++) s += A[i * K + k] * B[k * N + j];
        C[e] = s;
    }
}

int
main()
{
    enum { M = 63, N = 85, K = 20 };
    static int a[M * K], b[K * N], c[M * N];
    for (int i = 0; i < M * K; i++) a[i] = i % 100 - 50;
    for (int i = 0; i < K * N; i++) b[i] = i % 31;
    int *da, *db, *dc;
    cudaMalloc(&da, sizeof a); cudaMalloc(&db, sizeof b); cudaMalloc(&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    matmul_gs<<<4, 100>>>(da, db, dc, M, N, K);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);

    int bad = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int s = 0;
            for (int k = 0; k < K; k++) s += a[i * K + k] * b[k * N + j];
            bad += s != c[i * N + j];
        }
    printf("%d mismatches\n", bad);
    return bad != 0;
}
