// CSR SpMV, 8 lanes per row
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int G = 8;

__global__ void spmv(int rows, const int* __restrict__ ptr, const int* __restrict__ col,
                     const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y)
{
    int gid = (blockIdx.x * blockDim.x + threadIdx.x) / G;
    int lane = threadIdx.x % G;
    unsigned mask = 0xFFu << ((threadIdx.x & 31) / G * G);
    if (gid >= rows) return;
    float s = 0;
    for (int e = ptr[gid] + lane; e < ptr[gid + 1]; e += G)
        s += val[e] * x[col[e]];
    for (int d = G / 2; d > 0; d /= 2)
        s += __shfl_down_sync(mask, s, d, G);
    if (lane == 0) y[gid] = s;
}

int main()
{
    const int n = 201;   // 1D Laplacian
    std::vector<int> ptr(n + 1), col;
    std::vector<float> val, x(n, 1.f), y(n);
    for (int i = 0; i < n; ++i) {
        ptr[i] = (int)col.size();
        if (i > 0)     { col.push_back(i - 1); val.push_back(-1.f); }
        col.push_back(i); val.push_back(2.f);
        if (i < n - 1) { col.push_back(i + 1); val.push_back(-1.f); }
    }
    ptr[n] = (int)col.size();
    int *dp, *dc; float *dv, *dx, *dy;
    cudaMalloc(&dp, ptr.size() * sizeof(int));
    cudaMalloc(&dc, col.size() * sizeof(int));
    cudaMalloc(&dv, val.size() * sizeof(float));
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMemcpy(dp, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, val.data(), val.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    spmv<<<(n * G + 127) / 128, 128>>>(n, dp, dc, dv, dx, dy);
    cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", y[0], y[1], y[n - 1]);
}
