#include <cstdio>
#include <cuda_runtime.h>

const int GROUP = 16;

__device__ float minOver16(float v)
{
    const unsigned mask = 0xffffu;
    for (int d = GROUP / 2; d >= 1; d /= 2)
        v = fminf(v, __shfl_down_sync(mask, v, d, GROUP));
    return v;
}

__global__ void groupMin(const float *dist, float *nearest)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float m = minOver16(dist[g]);
    if (g % GROUP == 0)
        nearest[g / GROUP] = m;
}

int main()
{
    const int points = 80;
    const int total = points * GROUP;
    const int tpb = 128;
    float *dist, *nearest;
    cudaMallocManaged(&dist, total * sizeof(float));
    cudaMallocManaged(&nearest, points * sizeof(float));
    for (int i = 0; i < total; i++) dist[i] = (float)((i * 31) % 100 + 1);
    groupMin<<<total / tpb, tpb>>>(dist, nearest);
    cudaDeviceSynchronize();
    printf("%f %f\n", nearest[0], nearest[1]);
    cudaFree(dist);
    cudaFree(nearest);
    return 0;
}
