// particle system tick: emit, simulate, cull.  AoS on purpose.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

using i32 = int32_t;
using u32 = uint32_t;
using f32 = float;

struct float2x { f32 x, y; };

enum class ParticleKind : u32 { Spark, Smoke, Count };

struct alignas(16) Particle {
    float2x pos;
    float2x vel;
    f32 life;
    ParticleKind kind;
};
static_assert(sizeof(Particle) == 32, "unexpected layout");

struct KindParams {
    f32 gravity;
    f32 drag;
    f32 lifetime;
};

__constant__ KindParams gKinds[(int)ParticleKind::Count];

struct EmitterDesc {
    float2x origin;
    f32 speed;
    u32 count;
    ParticleKind kind;
};

static inline __host__ __device__ u32 Hash(u32 x)
{
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

static inline __host__ __device__ f32 Rand01(u32 seed) { return (Hash(seed) & 0xffffff) / 16777216.0f; }

__global__ void EmitKernel(Particle *p, u32 first, EmitterDesc e)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= e.count) return;
    f32 angle = 6.2831853f * Rand01(first + i);
    Particle n;
    n.pos = e.origin;
    n.vel.x = e.speed * cosf(angle);
    n.vel.y = e.speed * sinf(angle);
    n.life = gKinds[(int)e.kind].lifetime * (0.5f + 0.5f * Rand01(first + i + 7777u));
    n.kind = e.kind;
    p[first + i] = n;
}

__global__ void SimulateKernel(Particle *p, u32 count, f32 dt)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Particle q = p[i];
    if (q.life <= 0.0f) return;
    const KindParams k = gKinds[(int)q.kind];
    q.vel.y += k.gravity * dt;
    q.vel.x *= 1.0f - k.drag * dt;
    q.vel.y *= 1.0f - k.drag * dt;
    q.pos.x += q.vel.x * dt;
    q.pos.y += q.vel.y * dt;
    q.life -= dt;
    p[i] = q;
}

__global__ void CullKernel(const Particle *in, Particle *out, u32 count, u32 *alive)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || in[i].life <= 0.0f) return;
    out[atomicAdd(alive, 1u)] = in[i];
}

class ParticleSystem {
public:
    void Init(u32 maxParticles)
    {
        m_max = maxParticles;
        m_count = 0;
        cudaMalloc(&m_particles, sizeof(Particle) * m_max);
        cudaMalloc(&m_spare, sizeof(Particle) * m_max);
        cudaMalloc(&m_alive, sizeof(u32));
        const KindParams kinds[] = { { -9.81f, 0.1f, 0.4f }, { 0.5f, 0.8f, 1.2f } };
        cudaMemcpyToSymbol(gKinds, kinds, sizeof(kinds));
    }
    void Shutdown()
    {
        cudaFree(m_particles);
        cudaFree(m_spare);
        cudaFree(m_alive);
    }
    void Emit(const EmitterDesc &e)
    {
        if (m_count + e.count > m_max) return;
        EmitKernel<<<Groups(e.count, kEmitGroup), kEmitGroup>>>(m_particles, m_count, e);
        m_count += e.count;
    }
    void Tick(f32 dt)
    {
        if (m_count == 0) return;
        SimulateKernel<<<Groups(m_count, kSimGroup), kSimGroup>>>(m_particles, m_count, dt);
    }
    u32 Cull()
    {
        cudaMemset(m_alive, 0, sizeof(u32));
        CullKernel<<<Groups(m_count, kSimGroup), kSimGroup>>>(m_particles, m_spare, m_count, m_alive);
        cudaMemcpy(&m_count, m_alive, sizeof(u32), cudaMemcpyDeviceToHost);
        Particle *t = m_particles; m_particles = m_spare; m_spare = t;
        return m_count;
    }
    u32 Count() const { return m_count; }

private:
    static constexpr u32 kEmitGroup = 64;
    static constexpr u32 kSimGroup = 256;
    static u32 Groups(u32 n, u32 g) { return (n + g - 1) / g; }

    Particle *m_particles, *m_spare;
    u32 *m_alive;
    u32 m_count, m_max;
};

int main()
{
    ParticleSystem fx;
    fx.Init(1 << 13);

    EmitterDesc sparks = { { 0, 0 }, 5.0f, 1500, ParticleKind::Spark };
    EmitterDesc smoke = { { 2, 1 }, 0.7f, 900, ParticleKind::Smoke };
    fx.Emit(sparks);
    fx.Emit(smoke);
    const u32 before = fx.Count();

    const f32 dt = 1.0f / 64.0f;
    for (i32 frame = 0; frame < 32; ++frame)
        fx.Tick(dt);

    // after half a second every spark is gone; smoke lives 0.6 s at least
    const u32 after = fx.Cull();
    printf("particles: %u -> %u\n", before, after);
    fx.Shutdown();
    return before == 2400 && after == 900 ? 0 : 1;
}
