#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

typedef struct { float x, v; } Particle;

__global__ void advance(Particle *p, int count, float dt)
{
    uint16_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        p[i].v -= p[i].x * dt;
        p[i].x += p[i].v * dt;
    }
}

int main()
{
    const int count = 70000;
    Particle *p;
    cudaMallocManaged(&p, count * sizeof(Particle));
    for (int i = 0; i < count; ++i) {
        p[i].x = 1.0f;
        p[i].v = 0.0f;
    }
    const int tpb = 256;
    advance<<<(count + tpb - 1) / tpb, tpb>>>(p, count, 0.01f);
    cudaDeviceSynchronize();
    printf("%f %f\n", p[0].v, p[count - 1].v);
    cudaFree(p);
    return 0;
}
