#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

typedef unsigned int u32;

__global__ void xorshift(u32 *s, u32 n)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 v = s[i];
    v ^= v << 13; v ^= v >> 17; v ^= v << 5;
    s[i] = v;
}

int main()
{
    u32 n = 1u << 18;
    u32 *s;
    if (cudaMalloc(&s, n * sizeof(u32)) != cudaSuccess) return EXIT_FAILURE;
    cudaMemset(s, 0x5a, n * sizeof(u32));
    for (int r = 0; r < 16; ++r)
        xorshift<<n / 256, 256>>>(s, n); //~ 23:17 a '<' is missing: a launch opens with '<<<'
    cudaDeviceSynchronize();
    cudaFree(s);
    return EXIT_SUCCESS;
}
