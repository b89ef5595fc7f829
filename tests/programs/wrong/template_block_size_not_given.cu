#include <cstdio>
#include <cuda_runtime.h>

template <int BLOCK>
__global__ void reduceSum(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK];
    float a = 0.f;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) a += in[i];
    s[threadIdx.x] = a;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main()
{
    int n = 1 << 20;
    float *in, *out, h[32], sum = 0.f;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    reduceSum<<<32, 256>>>(in, out, n); //~ 26:5 the template argument BLOCK of reduceSum cannot be found from the arguments: write reduceSum<256><<<32, 256>>>
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (float v : h) sum += v;
    printf("%f\n", sum);
    return 0;
}
