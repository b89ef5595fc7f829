#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__inline__ __device__ float warpReduceSum(float val)
{
    for (int offset = 16; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__global__ void meanKernel(const float* data, float* sums, int n)
{
    __shared__ float perWarp[32];
    const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    float v = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += data[i];
    v = warpReduceSum(v);
    if (lane == 0) perWarp[wid] = v;
    __syncthreads();
    const int warps = blockDim.x / 32;
    if (threadIdx.x < warps) {
        float w = perWarp[threadIdx.x];
        for (int o = warps / 2; o > 0; o /= 2)
            w += __shfl_down_sync(0xffffffff, w, o);
        if (threadIdx.x == 0) sums[blockIdx.x] = w;
    }
}

int main()
{
    const int n = 30000, blocks = 12;
    std::vector<float> h(n, 0.25f), s(blocks);
    float *d, *ds;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&ds, blocks * sizeof(float));
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    meanKernel<<<blocks, 256>>>(d, ds, n);
    cudaMemcpy(s.data(), ds, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    double t = 0;
    for (float x : s) t += x;
    printf("mean %f\n", t / n);
    return 0;
}
