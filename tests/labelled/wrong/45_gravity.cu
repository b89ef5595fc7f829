// N-body in tiles, float4 = (x, y, z, mass)
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int P = 64;
constexpr int BODIES = 512;
constexpr float EPS2 = 1e-4f;

__device__ float3 interact(float4 me, float4 other, float3 a)
{
    float3 d = make_float3(other.x - me.x, other.y - me.y, other.z - me.z);
    float r2 = d.x * d.x + d.y * d.y + d.z * d.z + EPS2;
    float s = other.w / (r2 * sqrtf(r2));
    a.x += d.x * s;
    a.y += d.y * s;
    a.z += d.z * s;
    return a;
}

__global__ void forces(const float4* pos, float3* acc)
{
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = pos[i];
    float3 a = make_float3(0.f, 0.f, 0.f);
    for (int t = 0; t < BODIES; t += blockDim.x) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
        #pragma unroll 4
        for (int k = 0; k < blockDim.x; ++k)
            a = interact(me, tile[k], a);
    }
    acc[i] = a;
}

__global__ void move(float4* pos, float3* vel, const float3* acc, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 v = vel[i];
    v.x += acc[i].x * dt; v.y += acc[i].y * dt; v.z += acc[i].z * dt;
    pos[i].x += v.x * dt; pos[i].y += v.y * dt; pos[i].z += v.z * dt;
    vel[i] = v;
}

int main()
{
    std::vector<float4> h(BODIES);
    for (int i = 0; i < BODIES; ++i)
        h[i] = make_float4(i % 8, (i / 8) % 8, i / 64, 1.0f / BODIES);
    float4* pos;
    float3 *vel, *acc;
    cudaMalloc(&pos, BODIES * sizeof(float4));
    cudaMalloc(&vel, BODIES * sizeof(float3));
    cudaMalloc(&acc, BODIES * sizeof(float3));
    cudaMemcpy(pos, h.data(), BODIES * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemset(vel, 0, BODIES * sizeof(float3));
    for (int s = 0; s < 2; ++s) {
        forces<<<BODIES / P, P, P * sizeof(float4)>>>(pos, acc);
        move<<<BODIES / P, P>>>(pos, vel, acc, 0.05f);
    }
    cudaMemcpy(h.data(), pos, BODIES * sizeof(float4), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", h[0].x, h[0].y, h[0].z);
    return 0;
}
