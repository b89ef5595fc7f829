#include <cstdio>
#include <cuda_runtime.h>

struct Params {
    float alpha;
    float beta;
    int n;
};

__global__ void blend(float *dst, const float *src, float alpha, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[i] = alpha * dst[i] + (1.0f - alpha) * src[i];
}

int main()
{
    Params p = {0.25f, 0.75f, 4000};
    float *dst, *src;
    cudaMalloc(&dst, p.n * sizeof(float));
    cudaMalloc(&src, p.n * sizeof(float));
    cudaMemset(dst, 0, p.n * sizeof(float));
    cudaMemset(src, 0, p.n * sizeof(float));
    blend<<<(p.n + 99) / 100, 100>>>(dst, src, p, p.n); //~ 24:48 the kernel's parameter 3 is float alpha, here is a struct Params: p.alpha?
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}
