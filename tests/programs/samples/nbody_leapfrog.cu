/* N-body with tiles of body positions in dynamic shared memory and a
 * kick-drift-kick integrator.  Bodies are float4 (x, y, z, mass).          */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct NBodyConfig {
    int   numBodies;
    int   tileSize;      /* p: threads per block                             */
    int   steps;
    float dt;
    float softening2;
} NBodyConfig;

typedef struct {
    float4 *pos[2];
    float4 *vel;
    float  *energy;
} DeviceData;

static const NBodyConfig kDefault = { 640, 128, 5, 0.01f, 0.05f };

__device__ __host__ inline void interact(float3 &acc, float4 bi, float4 bj, float eps2)
{
    float rx = bj.x - bi.x, ry = bj.y - bi.y, rz = bj.z - bi.z;
    float d2 = rx * rx + ry * ry + rz * rz + eps2;
    float inv = 1.0f / sqrtf(d2);
    float s = bj.w * inv * inv * inv;
    acc.x += rx * s;
    acc.y += ry * s;
    acc.z += rz * s;
}

__device__ float3 gravitation(float4 me, const float4 *positions, int n, float eps2)
{
    extern __shared__ float4 tilePos[];
    float3 acc = make_float3(0.0f, 0.0f, 0.0f);
    for (int tile = 0; tile < n / (int)blockDim.x; tile++) {
        tilePos[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (unsigned int k = 0; k < blockDim.x; k++)
            interact(acc, me, tilePos[k], eps2);
        __syncthreads();
    }
    return acc;
}

__global__ void kickDrift(float4 *newPos, const float4 *oldPos, float4 *vel, int n, float dt, float eps2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = oldPos[i];
    float3 a = gravitation(p, oldPos, n, eps2);
    float4 v = vel[i];
    v.x += a.x * dt;
    v.y += a.y * dt;
    v.z += a.z * dt;
    p.x += v.x * dt;
    p.y += v.y * dt;
    p.z += v.z * dt;
    newPos[i] = p;
    vel[i] = v;
}

__global__ void kineticEnergy(const float4 *pos, const float4 *vel, float *out, int n)
{
    __shared__ float s[64];
    float e = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = vel[i];
        e += 0.5f * pos[i].w * (v.x * v.x + v.y * v.y + v.z * v.z);
    }
    s[threadIdx.x] = e;
    for (int w = 32; w > 0; w /= 2) {
        __syncthreads();
        if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w];
    }
    if (threadIdx.x == 0) *out = s[0];
}

static float unit(void) { return 2.0f * ((float)rand() / (float)RAND_MAX) - 1.0f; }

static void scatterBodies(float4 *pos, float4 *vel, int n)
{
    for (int i = 0; i < n; ++i) {
        pos[i] = make_float4(unit(), unit(), unit(), 1.0f / n);
        vel[i] = make_float4(0.1f * unit(), 0.1f * unit(), 0.1f * unit(), 0.0f);
    }
}

static void advanceOneStep(DeviceData *d, int current, const NBodyConfig *cfg)
{
    int numBlocks = (cfg->numBodies + cfg->tileSize - 1) / cfg->tileSize;
    int sharedMemSize = cfg->tileSize * sizeof(float4);
    kickDrift<<<numBlocks, cfg->tileSize, sharedMemSize>>>(d->pos[1 - current], d->pos[current], d->vel,
                                                          cfg->numBodies, cfg->dt, cfg->softening2);
}

static void stepCpu(float4 *pos, float4 *vel, float4 *next, const NBodyConfig *cfg)
{
    for (int i = 0; i < cfg->numBodies; i++) {
        float3 a = {0, 0, 0};
        for (int j = 0; j < cfg->numBodies; j++) interact(a, pos[i], pos[j], cfg->softening2);
        vel[i].x += a.x * cfg->dt;
        vel[i].y += a.y * cfg->dt;
        vel[i].z += a.z * cfg->dt;
        next[i] = make_float4(pos[i].x + vel[i].x * cfg->dt, pos[i].y + vel[i].y * cfg->dt,
                              pos[i].z + vel[i].z * cfg->dt, pos[i].w);
    }
    for (int i = 0; i < cfg->numBodies; i++) pos[i] = next[i];
}

int main(int argc, char **argv)
{
    NBodyConfig cfg = kDefault;
    if (argc > 1) cfg.numBodies = atoi(argv[1]);
    if (argc > 2) cfg.tileSize = atoi(argv[2]);
    if (cfg.numBodies % cfg.tileSize) {
        fprintf(stderr, "number of bodies must be a multiple of %d\n", cfg.tileSize);
        return 1;
    }
    size_t bytes = sizeof(float4) * cfg.numBodies;
    float4 *pos = (float4 *)malloc(bytes), *vel = (float4 *)malloc(bytes);
    float4 *got = (float4 *)malloc(bytes), *tmp = (float4 *)malloc(bytes);
    srand(42);
    scatterBodies(pos, vel, cfg.numBodies);

    DeviceData dev;
    cudaMalloc((void **)&dev.pos[0], bytes);
    cudaMalloc((void **)&dev.pos[1], bytes);
    cudaMalloc((void **)&dev.vel, bytes);
    cudaMalloc((void **)&dev.energy, sizeof(float) * (cfg.steps + 1));
    cudaMemcpy(dev.pos[0], pos, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dev.vel, vel, bytes, cudaMemcpyHostToDevice);

    int cur = 0;
    kineticEnergy<<<1, 64>>>(dev.pos[cur], dev.vel, dev.energy, cfg.numBodies);
    for (int s = 0; s < cfg.steps; s++) {
        advanceOneStep(&dev, cur, &cfg);
        cur ^= 1;
        kineticEnergy<<<1, 64>>>(dev.pos[cur], dev.vel, dev.energy + s + 1, cfg.numBodies);
        stepCpu(pos, vel, tmp, &cfg);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) { printf("kernel failed\n"); return 1; }
    cudaMemcpy(got, dev.pos[cur], bytes, cudaMemcpyDeviceToHost);
    float *energy = (float *)malloc(sizeof(float) * (cfg.steps + 1));
    cudaMemcpy(energy, dev.energy, sizeof(float) * (cfg.steps + 1), cudaMemcpyDeviceToHost);
    for (int s = 0; s <= cfg.steps; s++) printf("step %d kinetic energy %f\n", s, energy[s]);

    float worst = 0;
    for (int i = 0; i < cfg.numBodies; i++)
        worst = fmaxf(worst, fmaxf(fabsf(got[i].x - pos[i].x), fmaxf(fabsf(got[i].y - pos[i].y), fabsf(got[i].z - pos[i].z))));
    printf("max position difference %g: %s\n", worst, worst < 1e-3f ? "PASSED" : "FAILED");
    cudaFree(dev.pos[0]); cudaFree(dev.pos[1]); cudaFree(dev.vel); cudaFree(dev.energy);
    free(pos); free(vel); free(got); free(tmp); free(energy);
    return worst < 1e-3f ? 0 : 1;
}
