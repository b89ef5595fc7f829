// Fast Walsh-Hadamard transform of 512 values per block
#include <cuda_runtime.h>
#include <cstdio>

template <int LOG>
__global__ void fwht(float* data)
{
    __shared__ float s[1 << LOG];
    const int t = threadIdx.x;
    float* p = data + (blockIdx.x << LOG);
    float v = p[t];

    for (int b = 1; b < 32; b <<= 1) {
        float o = __shfl_xor_sync(~0u, v, b);
        v = (t & b) ? o - v : v + o;
    }
    for (int b = 32; b < (1 << LOG); b <<= 1) {
        s[t] = v;
        __syncthreads();
        float o = s[t ^ b];
        v = (t & b) ? o - v : v + o;
        __syncthreads();
    }
    p[t] = v;
}

int main()
{
    constexpr int LOG = 9, COUNT = 3;
    float h[COUNT << LOG];
    for (int i = 0; i < COUNT << LOG; ++i) h[i] = (i % 5) - 2.f;
    float* d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    fwht<LOG><<<COUNT, 1 << LOG>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("dc = %f\n", h[0]);
    cudaFree(d);
    return 0;
}
