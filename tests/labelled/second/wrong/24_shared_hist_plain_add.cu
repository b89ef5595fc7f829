#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define RADIX 16

__global__ void digitCounts(const unsigned *keys, int n, int shift, unsigned *counts)
{
    __shared__ unsigned c[RADIX];
    if (threadIdx.x < RADIX) c[threadIdx.x] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned digit = (keys[i] >> shift) & (RADIX - 1);
        c[digit]++;
    }
    __syncthreads();

    if (threadIdx.x < RADIX)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}

int main()
{
    const int n = 2500, threads = 256, blocks = (n + threads - 1) / threads;
    std::vector<unsigned> keys(n), cnt(RADIX * blocks);
    for (int i = 0; i < n; ++i) keys[i] = i * 2654435761u;
    unsigned *d_keys, *d_cnt;
    cudaMalloc(&d_keys, n * sizeof(unsigned));
    cudaMalloc(&d_cnt, cnt.size() * sizeof(unsigned));
    cudaMemcpy(d_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    digitCounts<<<blocks, threads>>>(d_keys, n, 8, d_cnt);
    cudaMemcpy(cnt.data(), d_cnt, cnt.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (unsigned c : cnt) sum += c;
    printf("%u of %d\n", sum, n);
    cudaFree(d_keys);
    cudaFree(d_cnt);
    return 0;
}
