#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <string>

constexpr int BINS = 256;

__global__ void byteHistogram(const unsigned char* text, int len, unsigned int* hist)
{
    __shared__ unsigned int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0u;
    __syncthreads();

    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += stride)
        atomicAdd(local + text[i], 1u);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (local[b] > 0) atomicAdd(&hist[b], local[b]);
}

int main()
{
    std::string s;
    for (int i = 0; i < 300; ++i) s += "the quick brown fox jumps over the lazy dog ";
    unsigned char* dText;
    unsigned int* dHist;
    unsigned int hist[BINS];
    const int len = 300 * 44;
    cudaMalloc(&dText, len);
    cudaMalloc(&dHist, sizeof(hist));
    cudaMemcpy(dText, s.data(), len, cudaMemcpyHostToDevice);
    cudaMemset(dHist, 0, sizeof(hist));
    byteHistogram<<<7, 96>>>(dText, len, dHist);
    cudaMemcpy(hist, dHist, sizeof(hist), cudaMemcpyDeviceToHost);
    printf("'o' %u  ' ' %u\n", hist['o'], hist[' ']);
    cudaFree(dText);
    cudaFree(dHist);
}
