#include <cstdio>
#include <cuda_runtime.h>

typedef float f32;
typedef unsigned int u32;

struct Agent { f32 x, y, heading; u32 state; };

struct World {
	Agent *agents;
	u32 count;
	__global__ void tick(f32 dt) { //~ 12:18 'tick' is a kernel (__global__) and may not be a member of 'World'
		u32 i = blockIdx.x * blockDim.x + threadIdx.x;
		if (i < count) { agents[i].x += cosf(agents[i].heading) * dt; }
	}
};

int main() {
	World w;
	w.count = 1 << 14;
	cudaMalloc(&w.agents, w.count * sizeof(Agent));
	cudaMemset(w.agents, 0, w.count * sizeof(Agent));
	for (u32 frame = 0; frame < 30; frame++)
		w.tick<<<w.count / 128, 128>>>(0.016f);
	cudaDeviceSynchronize();
	cudaFree(w.agents);
	return 0;
}
