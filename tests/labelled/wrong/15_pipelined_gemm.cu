#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

static constexpr int EDGE = 16;

// software pipelined: while tile t is used, tile t+1 is brought in
__global__ void gemmPipe(const float* A, const float* B, float* C, int n)
{
    __shared__ float bufA[2][EDGE][EDGE];
    __shared__ float bufB[2][EDGE][EDGE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * EDGE + ty, col = blockIdx.x * EDGE + tx;
    const int tiles = n / EDGE;

    bufA[0][ty][tx] = A[row * n + tx];
    bufB[0][ty][tx] = B[ty * n + col];
    __syncthreads();

    float sum = 0.f;
    int cur = 0;
    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) {
            bufA[cur ^ 1][ty][tx] = A[row * n + (t + 1) * EDGE + tx];
            bufB[cur ^ 1][ty][tx] = B[((t + 1) * EDGE + ty) * n + col];
        }
        for (int k = 0; k < EDGE; ++k)
            sum += bufA[cur ^ 1][ty][k] * bufB[cur ^ 1][k][tx];
        __syncthreads();
        cur ^= 1;
    }
    C[row * n + col] = sum;
}

int main()
{
    const int n = 64;
    std::vector<float> h(n * n);
    for (int i = 0; i < n * n; ++i) h[i] = 0.1f * (i % 31);
    float *A, *B, *C;
    cudaMalloc(&A, n * n * sizeof(float));
    cudaMalloc(&B, n * n * sizeof(float));
    cudaMalloc(&C, n * n * sizeof(float));
    cudaMemcpy(A, h.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(B, h.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    gemmPipe<<<dim3(n / EDGE, n / EDGE), dim3(EDGE, EDGE)>>>(A, B, C, n);
    cudaMemcpy(h.data(), C, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", h[n]);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return 0;
}
