#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TS 16

__global__ void matmulTail(const float *A, const float *B, float *C, int rows, int inner, int cols)
{
    __shared__ float tileA[TS][TS];
    __shared__ float tileB[TS][TS];
    int r = blockIdx.y * TS + threadIdx.y;
    int c = blockIdx.x * TS + threadIdx.x;
    float total = 0.f;

    tileA[threadIdx.y][threadIdx.x] = 0.f;
    tileB[threadIdx.y][threadIdx.x] = 0.f;

    for (int s = 0; s < (inner + TS - 1) / TS; s++) {
        int ka = s * TS + threadIdx.x;
        int kb = s * TS + threadIdx.y;
        if (r < rows && ka < inner) tileA[threadIdx.y][threadIdx.x] = A[r * inner + ka];
        if (c < cols && kb < inner) tileB[threadIdx.y][threadIdx.x] = B[kb * cols + c];
        __syncthreads();
        for (int k = 0; k < TS; k++)
            total += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    if (r < rows && c < cols) C[r * cols + c] = total;
}

int main()
{
    const int rows = 32, inner = 40, cols = 48;
    float *A, *B, *C;
    cudaMallocManaged(&A, rows * inner * sizeof(float));
    cudaMallocManaged(&B, inner * cols * sizeof(float));
    cudaMallocManaged(&C, rows * cols * sizeof(float));
    for (int i = 0; i < rows * inner; i++) A[i] = 1.0f + i % 3;
    for (int i = 0; i < inner * cols; i++) B[i] = 2.0f - i % 5;
    dim3 block(TS, TS);
    dim3 grid((cols + TS - 1) / TS, (rows + TS - 1) / TS);
    matmulTail<<<grid, block>>>(A, B, C, rows, inner, cols);
    cudaDeviceSynchronize();
    float want = 0;
    for (int k = 0; k < inner; k++) want += A[k] * B[k * cols];
    printf("%f %f\n", C[0], want);
    return 0;
}
