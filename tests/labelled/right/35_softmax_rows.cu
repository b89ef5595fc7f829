#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

// One block per row; width may be any number
__global__ void softmax_rows(const float* __restrict__ x, float* __restrict__ y, int width)
{
    extern __shared__ float red[];
    const float* row = x + blockIdx.x * width;
    float* dst = y + blockIdx.x * width;

    float m = -FLT_MAX;
    for (int i = threadIdx.x; i < width; i += blockDim.x) m = fmaxf(m, row[i]);
    red[threadIdx.x] = m;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
        __syncthreads();
    }
    m = red[0];
    __syncthreads();

    float sum = 0.f;
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
        float e = expf(row[i] - m);
        dst[i] = e;
        sum += e;
    }
    red[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
        __syncthreads();
    }
    const float inv = 1.f / red[0];
    for (int i = threadIdx.x; i < width; i += blockDim.x) dst[i] *= inv;
}

int main()
{
    const int rows = 40, width = 100, threads = 128;
    std::vector<float> h(rows * width);
    for (int i = 0; i < rows * width; ++i) h[i] = ((i * 29) % 83) * 0.1f;
    float *x, *y;
    cudaMalloc(&x, h.size() * sizeof(float));
    cudaMalloc(&y, h.size() * sizeof(float));
    cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    softmax_rows<<<rows, threads, threads * sizeof(float)>>>(x, y, width);
    cudaMemcpy(h.data(), y, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float s = 0;
    for (int i = 0; i < width; ++i) s += h[i];
    std::printf("row 0 sums to %f\n", s);
}
