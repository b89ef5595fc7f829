#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define COLS 128

__global__ void softmaxRows(const float *logits, float *prob)
{
    __shared__ float red[COLS];
    const int c = threadIdx.x;
    const float *row = logits + blockIdx.x * COLS;

    red[c] = row[c];
    __syncthreads();
    for (int s = COLS / 2; s > 0; s >>= 1) {
        if (c < s) red[c] = fmaxf(red[c], red[c + s]);
        __syncthreads();
    }
    const float top = red[0];

    const float e = expf(row[c] - top);
    red[c] = e;
    __syncthreads();
    for (int s = COLS / 2; s > 0; s >>= 1) {
        if (c < s) red[c] += red[c + s];
        __syncthreads();
    }
    prob[blockIdx.x * COLS + c] = e / red[0];
}

int main()
{
    const int rows = 40;
    std::vector<float> h(rows * COLS);
    for (size_t i = 0; i < h.size(); ++i) h[i] = float(i % 17) * 0.25f;
    float *logits, *prob;
    cudaMalloc(&logits, h.size() * sizeof(float));
    cudaMalloc(&prob, h.size() * sizeof(float));
    cudaMemcpy(logits, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    softmaxRows<<<rows, COLS>>>(logits, prob);
    cudaMemcpy(h.data(), prob, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float s = 0;
    for (int c = 0; c < COLS; ++c) s += h[c];
    printf("row 0 sums to %f\n", s);
    cudaFree(logits);
    cudaFree(prob);
    return 0;
}
