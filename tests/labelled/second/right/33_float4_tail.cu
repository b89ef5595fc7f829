#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void scaleVec4(const float *in, float *out, float f, int n)
{
    const int i  = blockIdx.x * blockDim.x + threadIdx.x;
    const int n4 = n >> 2;

    if (i < n4) {
        float4 v = ((const float4 *)in)[i];
        v.x *= f; v.y *= f; v.z *= f; v.w *= f;
        ((float4 *)out)[i] = v;
    }
    if (i < (n & 3))
        out[(n4 << 2) + i] = in[(n4 << 2) + i] * f;
}

int main()
{
    const int n = 10007;
    std::vector<float> h(n, 1.5f);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    const int threads = 128;
    const int blocks = (n / 4 + threads - 1) / threads;
    scaleVec4<<<blocks, threads>>>(in, out, 2.0f, n);
    cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (float v : h) bad += v != 3.0f;
    printf("%d\n", bad);
    cudaFree(in);
    cudaFree(out);
    return bad;
}
