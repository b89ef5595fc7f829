/*
 * Rectangular matrix product with thread coarsening: every thread makes
 * COARSE outputs of one row, spaced TILE apart.  Edges are guarded, so any
 * M, N, K will do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16
#define COARSE 4
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e_ = (call);                                           \
        if (e_ != cudaSuccess) {                                           \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                    cudaGetErrorString(e_));                               \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

__global__ void mm_coarse(const float *A, const float *B, float *C,
                          int M, int N, int K)
{
    __shared__ float sa[TILE][TILE];
    __shared__ float sb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col0 = blockIdx.x * TILE * COARSE + tx;

    float acc[COARSE];
    for (int c = 0; c < COARSE; c++)
        acc[c] = 0.0f;

    for (int ph = 0; ph < CEIL_DIV(K, TILE); ph++) {
        int ka = ph * TILE + tx;
        sa[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        for (int c = 0; c < COARSE; c++) {
            int col = col0 + c * TILE;
            int kb = ph * TILE + ty;
            sb[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
            __syncthreads();
            for (int k = 0; k < TILE; k++)
                acc[c] += sa[ty][k] * sb[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE; c++) {
        int col = col0 + c * TILE;
        if (row < M && col < N)
            C[row * N + col] = acc[c];
    }
}

int main(int argc, char **argv)
{
    int M = argc > 1 ? atoi(argv[1]) : 130;
    int N = argc > 2 ? atoi(argv[2]) : 250;
    int K = argc > 3 ? atoi(argv[3]) : 70;
    float *A = (float *)malloc(M * K * sizeof(float));
    float *B = (float *)malloc(K * N * sizeof(float));
    float *C = (float *)malloc(M * N * sizeof(float));
    float *dA, *dB, *dC;

    if (!A || !B || !C) {
        fprintf(stderr, "out of memory\n");
        return 2;
    }
    for (int i = 0; i < M * K; i++) A[i] = (float)(i % 13) / 4.0f;
    for (int i = 0; i < K * N; i++) B[i] = (float)(i % 11) - 5.0f;

    CHECK(cudaMalloc(&dA, M * K * sizeof(float)));
    CHECK(cudaMalloc(&dB, K * N * sizeof(float)));
    CHECK(cudaMalloc(&dC, M * N * sizeof(float)));
    CHECK(cudaMemcpy(dA, A, M * K * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, B, K * N * sizeof(float), cudaMemcpyHostToDevice));

    dim3 threads(TILE, TILE, 1);
    dim3 blocks(CEIL_DIV(N, TILE * COARSE), CEIL_DIV(M, TILE), 1);
    mm_coarse<<<blocks, threads>>>(dA, dB, dC, M, N, K);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(C, dC, M * N * sizeof(float), cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < K; k++)
                s += (double)A[i * K + k] * B[k * N + j];
            double d = s - C[i * N + j];
            if (d > 1e-2 || d < -1e-2)
                bad++;
        }
    printf("M=%d N=%d K=%d wrong=%d\n", M, N, K, bad);
    CHECK(cudaFree(dA));
    CHECK(cudaFree(dB));
    CHECK(cudaFree(dC));
    free(A);
    free(B);
    free(C);
    return bad != 0;
}
