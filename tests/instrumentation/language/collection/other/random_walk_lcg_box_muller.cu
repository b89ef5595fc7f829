#include <cuda_runtime.h>

#define TWO_PI 6.283185307179586f
static __device__ unsigned lcg(unsigned& state) { return state = 1664525u * state + 1013904223u; }
static __device__ float u01(unsigned& state) { return (lcg(state) + 1.0f) / 4294967296.0f; }

__device__ void gauss_pair(unsigned *state, float *a, float *b) {
    float r = sqrtf(-2 * logf(u01(*state)));
    float phi = TWO_PI * u01(*state);
    *a = r * cosf(phi); *b = r * sinf(phi);
}

/* each walker keeps its generator state between launches */
__global__ void walk(float2 *where, unsigned *states, int *escaped, float limit, int walkers, int steps) {
    int id = threadIdx.x + blockDim.x * blockIdx.x;
    if (!(id < walkers)) return;
    unsigned st = states[id];
    float2 p = where[id];
    int s;
    for (s = 0; s < steps; ++s) {
        float dx, dy;
        gauss_pair(&st, &dx, &dy);
        p.x += dx, p.y += dy;
        if (p.x * p.x + p.y * p.y > limit * limit) { atomicAdd(escaped, 1); break; }
    }
    where[id] = p;
    states[id] = st;
}

/* compass rose of the directions walked to: sectors of equal angle, distances in whole units */
__global__ void rose(const float2 *where, int *sector_count, int *farthest, int sectors, int walkers) {
    int id = threadIdx.x + blockDim.x * blockIdx.x;
    if (id >= walkers) return;
    float a = fmodf(atan2f(where[id].y, where[id].x) + TWO_PI, TWO_PI);
    int s = (int)floorf(a / TWO_PI * sectors);
    s %= sectors;
    atomicAdd(sector_count + s, 1);
    atomicMax(&farthest[s], (int)ceilf(hypotf(where[id].x, where[id].y)));
}
