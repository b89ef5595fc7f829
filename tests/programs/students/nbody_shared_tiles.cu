/* n-body, all pairs, positions as float4 (w = mass), tiles in shared memory */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

#define SOFTENING 0.01f

typedef struct {
    int bodies;
    int threads;
    int steps;
    float dt;
} Params;

__device__ float3 interact(float4 bi, float4 bj, float3 ai)
{
    float rx = bj.x - bi.x, ry = bj.y - bi.y, rz = bj.z - bi.z;
    float d2 = rx * rx + ry * ry + rz * rz + SOFTENING;
    float inv = rsqrtf(d2);
    float s = bj.w * inv * inv * inv;
    ai.x += rx * s;
    ai.y += ry * s;
    ai.z += rz * s;
    return ai;
}

__global__ void computeForces(const float4 *pos, float4 *vel, float dt, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float3 acc = make_float3(0, 0, 0);

    for (int start = 0; start < n; start += blockDim.x) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++)
            acc = interact(me, tile[k], acc);
        __syncthreads();
    }
    if (i < n) {
        vel[i].x += acc.x * dt;
        vel[i].y += acc.y * dt;
        vel[i].z += acc.z * dt;
    }
}

__global__ void integrate(float4 *pos, const float4 *vel, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    pos[i].x += vel[i].x * dt;
    pos[i].y += vel[i].y * dt;
    pos[i].z += vel[i].z * dt;
}

static void cpuStep(float4 *p, float4 *v, const Params *c)
{
    for (int i = 0; i < c->bodies; i++) {
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < c->bodies; j++) {
            float rx = p[j].x - p[i].x, ry = p[j].y - p[i].y, rz = p[j].z - p[i].z;
            float inv = 1.0f / sqrtf(rx * rx + ry * ry + rz * rz + SOFTENING);
            float s = p[j].w * inv * inv * inv;
            ax += rx * s; ay += ry * s; az += rz * s;
        }
        v[i].x += ax * c->dt; v[i].y += ay * c->dt; v[i].z += az * c->dt;
    }
    for (int i = 0; i < c->bodies; i++) {
        p[i].x += v[i].x * c->dt; p[i].y += v[i].y * c->dt; p[i].z += v[i].z * c->dt;
    }
}

int main(int argc, char **argv)
{
    Params prm = { 600, 128, 4, 0.001f };
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "-n")) prm.bodies = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "-t")) prm.threads = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "-s")) prm.steps = atoi(argv[i + 1]);
    }
    size_t bytes = prm.bodies * sizeof(float4);
    float4 *p = (float4 *)malloc(bytes), *v = (float4 *)calloc(prm.bodies, sizeof(float4));
    float4 *q = (float4 *)malloc(bytes);
    for (int i = 0; i < prm.bodies; i++) {
        p[i].x = rand() / (float)RAND_MAX;
        p[i].y = rand() / (float)RAND_MAX;
        p[i].z = rand() / (float)RAND_MAX;
        p[i].w = 0.01f;
    }
    float4 *d_pos, *d_vel;
    cudaMalloc(&d_pos, bytes);
    cudaMalloc(&d_vel, bytes);
    cudaMemcpy(d_pos, p, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_vel, v, bytes, cudaMemcpyHostToDevice);

    int grid = (prm.bodies + prm.threads - 1) / prm.threads;
    int shared = prm.threads * sizeof(float4);
    for (int s = 0; s < prm.steps; s++) {
        computeForces<<<grid, prm.threads, shared>>>(d_pos, d_vel, prm.dt, prm.bodies);
        integrate<<<grid, prm.threads>>>(d_pos, d_vel, prm.dt, prm.bodies);
    }
    cudaMemcpy(q, d_pos, bytes, cudaMemcpyDeviceToHost);

    for (int s = 0; s < prm.steps; s++)
        cpuStep(p, v, &prm);
    float worst = 0;
    for (int i = 0; i < prm.bodies; i++)
        worst = fmaxf(worst, fabsf(p[i].x - q[i].x) + fabsf(p[i].y - q[i].y) + fabsf(p[i].z - q[i].z));
    printf("%d bodies, %d steps: largest deviation %g\n", prm.bodies, prm.steps, worst);
    cudaFree(d_pos); cudaFree(d_vel);
    free(p); free(v); free(q);
    return worst > 1e-3f;
}
