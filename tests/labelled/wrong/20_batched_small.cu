/* many small products: C_i = A_i * B_i */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define DIM   12
#define BATCH 30

__global__ void batchedMul(const float *A, const float *B, float *C)
{
    __shared__ float a[DIM][DIM], b[DIM][DIM];
    const int i = threadIdx.y, j = threadIdx.x;
    const size_t shift = (size_t)blockIdx.z * DIM * DIM;

    a[i][j] = A[shift + i * DIM + j];
    b[i][j] = B[shift + i * DIM + j];
    __syncthreads();

    float s = 0.f;
    #pragma unroll
    for (int k = 0; k < DIM; k++) s += a[i][k] * b[k][j];

    C[i * DIM + j] = s;
}

int main()
{
    const size_t count = DIM * DIM * BATCH, bytes = count * sizeof(float);
    float *h = (float *)malloc(bytes), *A, *B, *C;
    for (size_t i = 0; i < count; i++) h[i] = (float)(i % 100) / 10;
    cudaMalloc(&A, bytes); cudaMalloc(&B, bytes); cudaMalloc(&C, bytes);
    cudaMemcpy(A, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, bytes, cudaMemcpyHostToDevice);
    cudaMemset(C, 0, bytes);
    dim3 block(DIM, DIM), grid(1, 1, BATCH);
    batchedMul<<<grid, block>>>(A, B, C);
    cudaMemcpy(h, C, bytes, cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[count - 1]);
    free(h);
    return 0;
}
