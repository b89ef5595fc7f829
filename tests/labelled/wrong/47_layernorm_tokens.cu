// LayerNorm forward, one token per block
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define FULL 0xffffffffu

__device__ float warpAllSum(float v)
{
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(FULL, v, o);
    return v;
}

__device__ float blockAllSum(float v, float* part)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warpAllSum(v);
    __syncthreads();
    if (lane == 0) part[warp] = v;
    __syncthreads();
    return warpAllSum(part[lane]);
}

__global__ void layerNorm(const float* x, const float* w, const float* b, float* y, int dim)
{
    __shared__ float part[32];
    const float v = x[blockIdx.x * dim + threadIdx.x];
    const float mean = blockAllSum(v, part) / dim;
    const float var = blockAllSum((v - mean) * (v - mean), part) / dim;
    y[blockIdx.x * dim + threadIdx.x] = (v - mean) * rsqrtf(var + 1e-5f) * w[threadIdx.x] + b[threadIdx.x];
}

int main()
{
    const int tokens = 20, dim = 128;
    std::vector<float> x(tokens * dim), w(dim, 1.f), b(dim, 0.f);
    for (size_t i = 0; i < x.size(); ++i) x[i] = float(i % 17) - 8.f;
    float *dx, *dw, *db, *dy;
    cudaMalloc(&dx, x.size() * sizeof(float));
    cudaMalloc(&dy, x.size() * sizeof(float));
    cudaMalloc(&dw, dim * sizeof(float));
    cudaMalloc(&db, dim * sizeof(float));
    cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), dim * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), dim * sizeof(float), cudaMemcpyHostToDevice);
    layerNorm<<<tokens, dim>>>(dx, dw, db, dy, dim);
    cudaMemcpy(x.data(), dy, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", x[0], x[1]);
    return 0;
}
