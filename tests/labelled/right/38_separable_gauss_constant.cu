#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

#define R 4
#define KSIZE (2 * R + 1)
__constant__ float cKernel[KSIZE];

#define ROW_W 64
#define COL_H 32
#define COL_W 8

__device__ int mirror(int i, int n) { return i < 0 ? -i - 1 : (i >= n ? 2 * n - i - 1 : i); }

__global__ void convRows(const float* src, float* dst, int w, int h)
{
    __shared__ float line[ROW_W + 2 * R];
    const int y = blockIdx.y;
    const int x0 = blockIdx.x * ROW_W;
    for (int i = threadIdx.x; i < ROW_W + 2 * R; i += blockDim.x) {
        int x = mirror(x0 + i - R, w);
        line[i] = (x >= 0 && x < w) ? src[y * w + x] : 0.f;
    }
    __syncthreads();
    const int x = x0 + threadIdx.x;
    if (x < w) {
        float s = 0;
        for (int k = 0; k < KSIZE; ++k) s += cKernel[k] * line[threadIdx.x + k];
        dst[y * w + x] = s;
    }
}

__global__ void convCols(const float* src, float* dst, int w, int h)
{
    __shared__ float tile[COL_H + 2 * R][COL_W];
    const int x = blockIdx.x * COL_W + threadIdx.x;
    const int y0 = blockIdx.y * COL_H;
    for (int i = threadIdx.y; i < COL_H + 2 * R; i += blockDim.y) {
        int y = mirror(y0 + i - R, h);
        tile[i][threadIdx.x] = (x < w && y >= 0 && y < h) ? src[y * w + x] : 0.f;
    }
    __syncthreads();
    for (int i = threadIdx.y; i < COL_H; i += blockDim.y) {
        if (x < w && y0 + i < h) {
            float s = 0;
            for (int k = 0; k < KSIZE; ++k) s += cKernel[k] * tile[i + k][threadIdx.x];
            dst[(y0 + i) * w + x] = s;
        }
    }
}

int main()
{
    const int w = 150, h = 70;
    float k[KSIZE], total = 0;
    for (int i = 0; i < KSIZE; ++i) { k[i] = std::exp(-0.5f * (i - R) * (i - R) / 4.f); total += k[i]; }
    for (float& v : k) v /= total;
    cudaMemcpyToSymbol(cKernel, k, sizeof(k));
    std::vector<float> img(w * h, 0.f);
    img[35 * w + 75] = 1.f;
    float *a, *b;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMemcpy(a, img.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
    convRows<<<dim3((w + ROW_W - 1) / ROW_W, h), ROW_W>>>(a, b, w, h);
    convCols<<<dim3((w + COL_W - 1) / COL_W, (h + COL_H - 1) / COL_H), dim3(COL_W, 16)>>>(b, a, w, h);
    cudaMemcpy(img.data(), a, w * h * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", img[35 * w + 75]);
    return 0;
}
