#include <iostream>
#include <cuda_runtime.h>

template <unsigned int blockSize>
__device__ void warpReduce(float *sdata, unsigned int tid)
{
    if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
    if (blockSize >= 8)  sdata[tid] += sdata[tid + 4];
    if (blockSize >= 4)  sdata[tid] += sdata[tid + 2];
    if (blockSize >= 2)  sdata[tid] += sdata[tid + 1];
}

template <unsigned int blockSize>
__global__ void reduceKernel(const float *g_idata, float *g_odata, unsigned int n)
{
    __shared__ float sdata[blockSize];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;

    sdata[tid] = (i < n ? g_idata[i] : 0.0f) + (i + blockSize < n ? g_idata[i + blockSize] : 0.0f);
    __syncthreads();

    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64)  { sdata[tid] += sdata[tid + 64]; }  __syncthreads(); }

    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main()
{
    const unsigned int n = 10000;
    const unsigned int blocks = (n + 511) / 512;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, blocks * sizeof(float));
    for (unsigned int i = 0; i < n; ++i) in[i] = 1.0f;
    reduceKernel<256><<<blocks, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    float s = 0;
    for (unsigned int b = 0; b < blocks; ++b) s += out[b];
    std::cout << s << std::endl;
    cudaFree(in);
    cudaFree(out);
    return 0;
}
