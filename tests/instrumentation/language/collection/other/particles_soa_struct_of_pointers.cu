#include <cuda_runtime.h>
#include <math.h>

struct ParticleArrays {
    float *x, *y, *z;
    float *vx, *vy, *vz;
    const float *mass;
    unsigned char *alive;
    int count;
};

struct Box { float3 lo, hi; };

__device__ inline bool bounce(float &pos, float &vel, float lo, float hi, float restitution)
{
    if (pos < lo)      pos = lo + (lo - pos);
    else if (pos > hi) pos = hi - (pos - hi);
    else               return false;
    vel = -restitution * vel;
    return true;
}

__global__ void advance(ParticleArrays p, const Box box, const float3 gravity, float dt, float restitution)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.count || !p.alive[i]) return;

    p.vx[i] += gravity.x * dt;
    p.vy[i] += gravity.y * dt;
    p.vz[i] += gravity.z * dt;

    float nx = p.x[i] + p.vx[i] * dt;
    float ny = p.y[i] + p.vy[i] * dt;
    float nz = p.z[i] + p.vz[i] * dt;

    [[maybe_unused]] const float old_height = p.y[i];
    bool hit = bounce(nx, p.vx[i], box.lo.x, box.hi.x, restitution);
    hit |= bounce(ny, p.vy[i], box.lo.y, box.hi.y, restitution);
    hit |= bounce(nz, p.vz[i], box.lo.z, box.hi.z, restitution);

    p.x[i] = nx;
    p.y[i] = ny;
    p.z[i] = nz;

    // slow ones that touch the wall stick and are retired
    const float e = .5f * p.mass[i] * (powf(p.vx[i], 2.f) + powf(p.vy[i], 2.f) + powf(p.vz[i], 2.f));
    if (hit && e < 1e-6f) p.alive[i] = 0;
}
