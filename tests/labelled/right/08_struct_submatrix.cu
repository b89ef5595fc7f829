// Matrix product with strided sub-matrices
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

typedef struct {
    int width;
    int height;
    int stride;
    float* elements;
} Matrix;

#define BLOCK_SIZE 16

__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }

__device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width    = BLOCK_SIZE;
    Asub.height   = BLOCK_SIZE;
    Asub.stride   = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    int blockRow = blockIdx.y;
    int blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y;
    int col = threadIdx.x;

    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

static Matrix makeDevice(int h, int w, int stride)
{
    Matrix m;
    m.height = h; m.width = w; m.stride = stride;
    cudaMalloc(&m.elements, (size_t)h * stride * sizeof(float));
    return m;
}

int main()
{
    const int H = 64, W = 48, L = 80;
    Matrix dA = makeDevice(H, W, 64);
    Matrix dB = makeDevice(W, L, 96);
    Matrix dC = makeDevice(H, L, 96);

    float* tmp = (float*)malloc(96 * 64 * sizeof(float));
    for (int i = 0; i < 64 * 96; i++) tmp[i] = (i * 37 % 101) / 101.0f;
    cudaMemcpy(dA.elements, tmp, H * 64 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB.elements, tmp, W * 96 * sizeof(float), cudaMemcpyHostToDevice);

    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(L / dimBlock.x, H / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(dA, dB, dC);
    cudaMemcpy2D(tmp, L * 4, dC.elements, 96 * 4, L * 4, H, cudaMemcpyDeviceToHost);
    printf("%f\n", tmp[L + 1]);
    cudaFree(dA.elements); cudaFree(dB.elements); cudaFree(dC.elements);
    free(tmp);
    return 0;
}
