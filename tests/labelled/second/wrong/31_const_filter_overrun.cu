#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TAPS 9
#define COLS 500
#define ROWS 96

__constant__ float coeff[TAPS];

__device__ __forceinline__ int clampCol(int c)
{
    return min(max(c, 0), COLS - 1);
}

__global__ void convRows(const float *img, float *res)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= COLS || r >= ROWS) return;

    float sum = 0.0f;
    for (int k = 0; k <= TAPS; ++k)
        sum += coeff[k] * img[r * COLS + clampCol(c + k - TAPS / 2)];
    res[r * COLS + c] = sum;
}

int main()
{
    float k[TAPS];
    for (int i = 0; i < TAPS; ++i) k[i] = 1.0f / TAPS;
    float *h = (float *)malloc(ROWS * COLS * sizeof(float));
    for (int i = 0; i < ROWS * COLS; ++i) h[i] = (float)(i % 50);

    float *img, *res;
    cudaMalloc((void **)&img, ROWS * COLS * sizeof(float));
    cudaMalloc((void **)&res, ROWS * COLS * sizeof(float));
    cudaMemcpy(img, h, ROWS * COLS * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(coeff, k, sizeof(k));

    dim3 threads(64, 4);
    dim3 blocks((COLS + 63) / 64, ROWS / 4);
    convRows<<<blocks, threads>>>(img, res);

    cudaMemcpy(h, res, ROWS * COLS * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[COLS + 7]);
    cudaFree(img);
    cudaFree(res);
    free(h);
    return 0;
}
