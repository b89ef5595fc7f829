#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int BLOCKS  = 64;

__device__ unsigned int ticket = 0;

__device__ float blockSum(float v, float *buf)
{
    buf[threadIdx.x] = v;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) buf[threadIdx.x] += buf[threadIdx.x + s];
        __syncthreads();
    }
    return buf[0];
}

__global__ void total_kernel(const float *x, int n, volatile float *partial, float *out)
{
    __shared__ float buf[THREADS];
    __shared__ bool amLast;
    float v = 0.0f;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += THREADS * gridDim.x)
        v += x[i];
    float sum = blockSum(v, buf);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        amLast = (atomicAdd(&ticket, 1u) == gridDim.x - 1);
        __threadfence();
    }
    __syncthreads();
    if (!amLast) return;
    float p = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0.0f;
    sum = blockSum(p, buf);
    if (threadIdx.x == 0) {
        *out = sum;
        ticket = 0;
    }
}

int main()
{
    const int n = 100000;
    std::vector<float> h(n, 0.5f);
    float *x, *partial, *out, result;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&partial, BLOCKS * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    total_kernel<<<BLOCKS, THREADS>>>(x, n, partial, out);
    cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("total %f\n", result);
    cudaFree(x); cudaFree(partial); cudaFree(out);
    return 0;
}
