#include "kernels.cuh"

__global__ void l1_difference(const float *a, const float *b, float *result, int n)
{
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += fabsf(a[i] - b[i]);
    for (int m = 16; m; m >>= 1) s += __shfl_xor_sync(0xffffffffu, s, m);
    if (threadIdx.x % 32 == 0) atomicAdd(result, s);
}

__global__ void fill_value(float *a, float v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = v;
}
