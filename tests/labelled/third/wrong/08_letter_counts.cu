#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int LETTERS = 26;

__global__ void countLetters(const char *text, int len, unsigned int *counts)
{
    __shared__ unsigned int local[LETTERS];

    if (threadIdx.x < LETTERS)
        local[threadIdx.x] = 0u;
    __syncthreads();

    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += stride) {
        int c = text[i] - 'a';
        if (c >= 0 && c < LETTERS)
            local[c]++;
    }
    __syncthreads();

    if (threadIdx.x < LETTERS)
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

int main()
{
    const int len = 50000;
    std::vector<char> text(len);
    for (int i = 0; i < len; ++i)
        text[i] = (char)('a' + (i * i + 3) % 29);

    char *dText;
    unsigned int *dCounts;
    unsigned int counts[LETTERS];
    cudaMalloc(&dText, len);
    cudaMalloc(&dCounts, sizeof(counts));
    cudaMemcpy(dText, text.data(), len, cudaMemcpyHostToDevice);
    cudaMemset(dCounts, 0, sizeof(counts));

    countLetters<<<16, 128>>>(dText, len, dCounts);

    cudaMemcpy(counts, dCounts, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int k = 0; k < LETTERS; ++k)
        printf("%c %u\n", 'a' + k, counts[k]);
    cudaFree(dText);
    cudaFree(dCounts);
    return 0;
}
