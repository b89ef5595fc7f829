#include <stdio.h>
#include <stdlib.h>

#define TW 16

typedef struct {
    int width;
    int height;
    float *el;
} Matrix;

__global__ void matMul(Matrix A, Matrix B, Matrix C)
{
    __shared__ float As[TW][TW];
    __shared__ float Bs[TW][TW];

    int row = blockIdx.y * TW + threadIdx.y;
    int col = blockIdx.x * TW + threadIdx.x;
    float value = 0.0f;

    for (int m = 0; m < A.width / TW; ++m) {
        As[threadIdx.y][threadIdx.x] = A.el[row * A.width + m * TW + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B.el[(m * TW + threadIdx.y) * B.width + col];
        __syncthreads();
        for (int e = 0; e < TW; ++e)
            value += As[threadIdx.y][e] * Bs[e][threadIdx.x];
    }
    C.el[row * C.width + col] = value;
}

static Matrix onDevice(int width, int height)
{
    Matrix m;
    m.width = width;
    m.height = height;
    cudaMalloc((void **)&m.el, width * height * sizeof(float));
    return m;
}

int main()
{
    const int M = 96, K = 64, N = 160;
    float *h = (float *)malloc(K * N * sizeof(float));
    for (int i = 0; i < K * N; ++i) h[i] = (float)(i % 3);

    Matrix A = onDevice(K, M), B = onDevice(N, K), C = onDevice(N, M);
    cudaMemcpy(A.el, h, M * K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(B.el, h, K * N * sizeof(float), cudaMemcpyHostToDevice);

    dim3 dimBlock(TW, TW);
    dim3 dimGrid(N / TW, M / TW);
    matMul<<<dimGrid, dimBlock>>>(A, B, C);

    float c0;
    cudaMemcpy(&c0, C.el, sizeof(float), cudaMemcpyDeviceToHost);
    printf("C[0] = %f\n", c0);
    cudaFree(A.el);
    cudaFree(B.el);
    cudaFree(C.el);
    free(h);
    return 0;
}
