#include <cuda_runtime.h>
#include <stdint.h>

typedef struct particle_s {
	float3   pos;
	float3   vel;
	uint32_t cell;
	struct {
		uint8_t  kind;
		uint8_t  flags;
		int16_t  age;
	} info;
} particle_t;

#define FLAG_DEAD   (1 << 0)
#define FLAG_FROZEN (1 << 1)

__device__ uint32_t cell_of(const particle_t *p, float inv_size, int3 dims)
{
	int cx = (int)floorf(p->pos.x * inv_size) % dims.x;
	int cy = (int)floorf(p->pos.y * inv_size) % dims.y;
	int cz = (int)floorf(p->pos.z * inv_size) % dims.z;
	cx += cx < 0 ? dims.x : 0;
	cy += cy < 0 ? dims.y : 0;
	cz += cz < 0 ? dims.z : 0;
	return (uint32_t)((cz * dims.y + cy) * dims.x + cx);
}

__device__ void move_particle(particle_t *p, const float dt)
{
	p->pos.x += p->vel.x * dt;
	p->pos.y += p->vel.y * dt;
	p->pos.z += p->vel.z * dt;
	if (++p->info.age > 1000)
		p->info.flags |= FLAG_DEAD;
}

__global__ void update_particles(particle_t *particles, int n, float dt)
{
	particle_t *p = particles + blockIdx.x * blockDim.x + threadIdx.x;
	if (p - particles >= n)
		return;
	if (p->info.flags & (FLAG_DEAD | FLAG_FROZEN))
		return;
	move_particle(p, dt);
}

__global__ void bin_particles(particle_t *particles, unsigned *cell_counts, int n, float inv_size, int3 dims)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		particle_t *p = &particles[i];
		p->cell = cell_of(p, inv_size, dims);
		if (!(p->info.flags & FLAG_DEAD))
			atomicAdd(&cell_counts[p->cell], 1u);
	}
}

__global__ void thaw(particle_t *particles, int n)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i < n) particles[i].info.flags &= ~FLAG_FROZEN;
}
