// A right tiled matrix product, 1024 x 1024 x 1024 with T = 16. Nothing is wrong here, it is only large.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define N 1024
#define T 16

__global__ void matmul_tiled(const float *A, const float *B, float *C)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];

    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;

    for (int m = 0; m < N / T; m++) {
        As[threadIdx.y][threadIdx.x] = A[row * N + m * T + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(m * T + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[row * N + col] = sum;
}

int main()
{
    size_t bytes = N * N * sizeof(float);
    float *h = (float *)malloc(bytes);
    for (int i = 0; i < N * N; i++) h[i] = (float)(i % 7);

    float *dA, *dB, *dC;
    cudaMalloc(&dA, bytes);
    cudaMalloc(&dB, bytes);
    cudaMalloc(&dC, bytes);
    cudaMemcpy(dA, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, h, bytes, cudaMemcpyHostToDevice);

    dim3 block(T, T);
    dim3 grid(N / T, N / T);
    matmul_tiled<<<grid, block>>>(dA, dB, dC);

    cudaMemcpy(h, dC, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
    return 0;
}
