#include <cuda_runtime.h>

#define EPS2 0.01f
#define TILE_BODIES 256

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    const float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    const float inv = rsqrtf(distSqr);
    const float s = bj.w * inv * inv * inv;    // w is the mass
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void integrateBodies(float4* __restrict__ newPos, const float4* __restrict__ oldPos,
                                float4* vel, float dt, float damping, int numBodies)
{
    __shared__ float4 shPos[TILE_BODIES];
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = me < numBodies ? oldPos[me] : make_float4(0.f, 0.f, 0.f, 0.f);
    float3 acc = {0.0f, 0.0f, 0.0f};

    for (int first = 0; first < numBodies; first += TILE_BODIES) {
        const int idx = first + threadIdx.x;
        shPos[threadIdx.x] = idx < numBodies ? oldPos[idx] : float4{0, 0, 0, 0};
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE_BODIES; k++)
            acc = bodyBodyInteraction(p, shPos[k], acc);
        __syncthreads();
    }

    if (me < numBodies) {
        float4 v = vel[me];
        v.x = (v.x + acc.x * dt) * damping;
        v.y = (v.y + acc.y * dt) * damping;
        v.z = (v.z + acc.z * dt) * damping;
        p.x += v.x * dt;
        p.y += v.y * dt;
        p.z += v.z * dt;
        newPos[me] = p;
        vel[me] = v;
    }
}

#if defined(NBODY_TRACE) && NBODY_TRACE > 1
#  define TRACE(...) printf(__VA_ARGS__)
#elif defined(NBODY_TRACE)
#  define TRACE(first, ...) printf(first)
#else
#  define TRACE(...) ((void)0)
#endif

// kinetic energy and momentum in double, one block
__global__ void diagnostics(const float4* pos, const float4* vel, double* kinetic, double2* momentum_xy, int numBodies)
{
    __shared__ double2 m;
    __shared__ double e;
    if (threadIdx.x == 0) { e = 0.; m = make_double2(0., 0.); }
    __syncthreads();
    for (int i = threadIdx.x; i < numBodies; i += blockDim.x) {
        const float4 v = vel[i];
        const double mass = pos[i].w;
        atomicAdd(&e, .5 * mass * ((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z));
        atomicAdd(&m.x, mass * v.x);
        atomicAdd(&m.y, mass * v.y);
    }
    __syncthreads();
    TRACE("bodies %d\n", numBodies);
    if (threadIdx.x == 0) { *kinetic = e; momentum_xy[0] = m; }
}

void frame(float4* a, float4* b, float4* v, int n)
{
    dim3 grid((n + TILE_BODIES - 1) / TILE_BODIES), block(TILE_BODIES, 1, 1);
    integrateBodies<<<grid, block>>>(b, a, v, 0x1p-7f, .999f, n);
}
