// C = A * A^T, only blocks on or above the diagonal work, the lower half is mirrored
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define TS 16

__global__ void syrk(const float* A, float* C, int n, int k)
{
    if (blockIdx.y > blockIdx.x) return;

    __shared__ float rowTile[TS][TS + 1], colTile[TS][TS + 1];
    int i = blockIdx.y * TS + threadIdx.y;
    int jLoad = blockIdx.x * TS + threadIdx.y;
    int j = blockIdx.x * TS + threadIdx.x;
    float v = 0;
    for (int p = 0; p < k; p += TS) {
        rowTile[threadIdx.y][threadIdx.x] = A[i * k + p + threadIdx.x];
        colTile[threadIdx.y][threadIdx.x] = A[jLoad * k + p + threadIdx.x];
        __syncthreads();
        for (int q = 0; q < TS; ++q)
            v += rowTile[threadIdx.y][q] * colTile[threadIdx.x][q];
        __syncthreads();
    }
    C[i * n + j] = v;
    if (blockIdx.x != blockIdx.y)
        C[j * n + i] = v;
}

int main()
{
    int n = 96, k = 64;
    float *hA = (float*)malloc(n * k * sizeof(float)), *hC = (float*)malloc(n * n * sizeof(float));
    for (int i = 0; i < n * k; ++i) hA[i] = (float)(i % 17) / 17;
    float *A, *C;
    cudaMalloc(&A, n * k * sizeof(float));
    cudaMalloc(&C, n * n * sizeof(float));
    cudaMemcpy(A, hA, n * k * sizeof(float), cudaMemcpyHostToDevice);
    syrk<<<dim3(n / TS, n / TS), dim3(TS, TS)>>>(A, C, n, k);
    cudaMemcpy(hC, C, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", hC[5 * n + 90], hC[90 * n + 5]);
    cudaFree(A); cudaFree(C); free(hA); free(hC);
    return 0;
}
