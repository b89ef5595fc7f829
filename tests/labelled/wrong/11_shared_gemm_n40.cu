#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 16
#define cdiv(a, b) (((a) + (b) - 1) / (b))

__global__ void matmulShared(const float *A, const float *B, float *C, int n)
{
    __shared__ float sA[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float sB[BLOCK_SIZE][BLOCK_SIZE];
    int row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
    int col = blockIdx.x * BLOCK_SIZE + threadIdx.x;

    if (row >= n || col >= n) return;

    float v = 0.f;
    for (int t = 0; t < cdiv(n, BLOCK_SIZE); t++) {
        int ac = t * BLOCK_SIZE + threadIdx.x;
        int br = t * BLOCK_SIZE + threadIdx.y;
        sA[threadIdx.y][threadIdx.x] = ac < n ? A[row * n + ac] : 0.f;
        sB[threadIdx.y][threadIdx.x] = br < n ? B[br * n + col] : 0.f;
        __syncthreads();
        for (int k = 0; k < BLOCK_SIZE; k++)
            v += sA[threadIdx.y][k] * sB[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = v;
}

int main()
{
    int n = 40;
    size_t bytes = n * n * sizeof(float);
    float *h = (float *)malloc(bytes);
    for (int i = 0; i < n * n; i++) h[i] = (float)(i % 4);
    float *A, *B, *C;
    cudaMalloc(&A, bytes);
    cudaMalloc(&B, bytes);
    cudaMalloc(&C, bytes);
    cudaMemcpy(A, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, bytes, cudaMemcpyHostToDevice);
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(cdiv(n, BLOCK_SIZE), cdiv(n, BLOCK_SIZE));
    matmulShared<<<dimGrid, dimBlock>>>(A, B, C, n);
    cudaMemcpy(h, C, bytes, cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[n * n - 1]);
    free(h);
    return 0;
}
