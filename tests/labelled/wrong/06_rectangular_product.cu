#include <cuda_runtime.h>
#include <stdio.h>

struct Mat { int rows, cols; float *d; };

#define B 16

__global__ void rectMul(Mat a, Mat b, Mat c)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= c.rows || col >= c.cols) return;
    float s = 0.f;
    for (int k = 0; k < a.cols; ++k)
        s += a.d[row * a.cols + k] * b.d[k * b.cols + col];
    c.d[row * c.cols + col] = s;
}

static Mat make(int r, int c)
{
    Mat m = { r, c, nullptr };
    cudaMalloc(&m.d, r * c * sizeof(float));
    return m;
}

int main()
{
    const int M = 64, K = 20, N = 96;
    Mat a = make(M, K), b = make(K, N), c = make(M, N);
    float *h = new float[M * N];
    for (int i = 0; i < M * N; ++i) h[i] = (i % 23) * 0.125f;
    cudaMemcpy(a.d, h, M * K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b.d, h, K * N * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(B, B);
    dim3 grid((M + B - 1) / B, (N + B - 1) / B);
    rectMul<<<grid, block>>>(a, b, c);
    cudaMemcpy(h, c.d, M * N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[M * N - 1]);
    cudaFree(a.d); cudaFree(b.d); cudaFree(c.d);
    delete[] h;
    return 0;
}
