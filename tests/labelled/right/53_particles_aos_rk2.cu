#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

struct Vec2 {
    double x, y;
    __host__ __device__ Vec2 operator+(const Vec2& o) const { return {x + o.x, y + o.y}; }
    __host__ __device__ Vec2 operator*(double s) const { return {x * s, y * s}; }
};

struct Particle {
    Vec2 pos;
    Vec2 vel;
    int  bounces;
    unsigned char alive;
};

__device__ Vec2 force(const Vec2& p) { return p * -1.0; }

__global__ void rk2(Particle* ps, int n, double dt, double box)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    Particle p = ps[id];
    if (!p.alive) return;
    const Vec2 midV = p.vel + force(p.pos) * (0.5 * dt);
    const Vec2 midP = p.pos + p.vel * (0.5 * dt);
    p.pos = p.pos + midV * dt;
    p.vel = p.vel + force(midP) * dt;
    if (fabs(p.pos.x) > box) { p.vel.x = -p.vel.x; ++p.bounces; }
    if (fabs(p.pos.y) > box) { p.vel.y = -p.vel.y; ++p.bounces; }
    if (p.bounces > 100) p.alive = 0;
    ps[id] = p;
}

int main()
{
    const int n = 1000;
    std::vector<Particle> h(n);
    for (int i = 0; i < n; ++i) h[i] = Particle{{std::cos(i), std::sin(i)}, {0.1, 0.2}, 0, 1};
    Particle* d;
    cudaMalloc(&d, n * sizeof(Particle));
    cudaMemcpy(d, h.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
    for (int s = 0; s < 20; ++s) rk2<<<(n + 95) / 96, 96>>>(d, n, 0.01, 1.2);
    cudaMemcpy(h.data(), d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
    std::printf("%f %f\n", h[7].pos.x, h[7].pos.y);
    cudaFree(d);
}
