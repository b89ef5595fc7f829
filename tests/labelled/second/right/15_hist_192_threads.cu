#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int BINS = 256;

__global__ void byteHistogram(const uint8_t* data, size_t len, unsigned* hist)
{
    __shared__ unsigned local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < len;
         i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (local[b] != 0)
            atomicAdd(hist + b, local[b]);
}

int main()
{
    const size_t len = 123457;
    std::vector<uint8_t> h(len);
    uint32_t seed = 1;
    for (auto& c : h) { seed = seed * 1664525u + 1013904223u; c = seed >> 24; }

    uint8_t* d_data;
    unsigned* d_hist;
    cudaMalloc(&d_data, len);
    cudaMalloc(&d_hist, BINS * sizeof(unsigned));
    cudaMemcpy(d_data, h.data(), len, cudaMemcpyHostToDevice);
    cudaMemset(d_hist, 0, BINS * sizeof(unsigned));
    byteHistogram<<<20, 192>>>(d_data, len, d_hist);

    std::vector<unsigned> got(BINS), want(BINS, 0);
    cudaMemcpy(got.data(), d_hist, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (auto c : h) want[c]++;
    bool ok = got == want;
    puts(ok ? "ok" : "mismatch");
    cudaFree(d_data);
    cudaFree(d_hist);
    return ok ? 0 : 1;
}
