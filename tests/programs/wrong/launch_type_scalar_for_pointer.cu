#include <cstdio>
#include <cuda_runtime.h>

namespace game {
enum Team { RED, BLUE, TEAMS };
struct Unit { float hp; Team team; };

__global__ void damage(Unit* units, int count, float amount, int* dead)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && (units[i].hp -= amount) <= 0.0f) atomicAdd(dead, 1);
}

inline int blocks(int n, int per) { return (n + per - 1) / per; }
}

int main()
{
    using namespace game;
    const int count = 5000;
    Unit* units;
    int* dead;
    cudaMallocManaged(&units, count * sizeof(Unit));
    cudaMallocManaged(&dead, sizeof(int));
    for (int i = 0; i < count; ++i) units[i] = Unit{float(i % 100), i % 2 ? RED : BLUE};
    *dead = 0;
    damage<<<blocks(count, 96), 96>>>(units, count, 25.0f, *dead); //~ 27:60 the kernel's parameter 4 is int* dead, here is an int: leave the '*' away
    cudaDeviceSynchronize();
    printf("%d of %d dead\n", *dead, count);
    return 0;
}
