#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define TILE 128
#define SOFT 1e-3f

__device__ float3 interact(float3 acc, float4 me, float4 other)
{
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float d2 = dx * dx + dy * dy + dz * dz + SOFT;
    float inv = rsqrtf(d2);
    float s = other.w * inv * inv * inv;
    acc.x += dx * s;
    acc.y += dy * s;
    acc.z += dz * s;
    return acc;
}

__global__ void forces(const float4 *bodies, float3 *acc, int n)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? bodies[i] : make_float4(0.f, 0.f, 0.f, 0.f);
    float3 a = make_float3(0.f, 0.f, 0.f);

    for (int start = 0; start < n; start += TILE) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            a = interact(a, me, tile[k]);
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

int main()
{
    const int n = 1000;
    std::vector<float4> h(n);
    for (int i = 0; i < n; i++)
        h[i] = make_float4(i % 10, (i / 10) % 10, i / 100, 1.0f);
    float4 *d_b;
    float3 *d_a;
    cudaMalloc(&d_b, n * sizeof(float4));
    cudaMalloc(&d_a, n * sizeof(float3));
    cudaMemcpy(d_b, h.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    forces<<<(n + TILE - 1) / TILE, TILE>>>(d_b, d_a, n);
    std::vector<float3> a(n);
    cudaMemcpy(a.data(), d_a, n * sizeof(float3), cudaMemcpyDeviceToHost);
    printf("a[0] = (%f, %f, %f)\n", a[0].x, a[0].y, a[0].z);
    cudaFree(d_b);
    cudaFree(d_a);
    return 0;
}
