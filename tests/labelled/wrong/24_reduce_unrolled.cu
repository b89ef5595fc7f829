// "Optimizing parallel reduction", version with an unrolled last warp
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

template <typename T>
__device__ void lastWarp(T *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

template <int BLOCK, typename T>
__global__ void reduceUnrolled(const T *g, T *o)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    s[t] = g[blockIdx.x * BLOCK * 2 + t] + g[blockIdx.x * BLOCK * 2 + BLOCK + t];
    __syncthreads();
    for (int d = BLOCK / 2; d > 32; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) lastWarp(s, t);
    if (t == 0) o[blockIdx.x] = s[0];
}

int main()
{
    constexpr int BLOCK = 128, BLOCKS = 16, n = BLOCK * BLOCKS * 2;
    std::vector<int> h(n), p(BLOCKS);
    for (int i = 0; i < n; ++i) h[i] = i & 7;
    int *g, *o;
    cudaMalloc(&g, n * sizeof(int));
    cudaMalloc(&o, BLOCKS * sizeof(int));
    cudaMemcpy(g, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    reduceUnrolled<BLOCK><<<BLOCKS, BLOCK>>>(g, o);
    cudaMemcpy(p.data(), o, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int v : p) sum += v;
    std::cout << "sum " << sum << "\n";
    cudaFree(g);
    cudaFree(o);
}
