#include <cuda_runtime.h>
#include <stdio.h>

#define CELLS 100

struct Particle {
    float3 pos;
    float  mass;
    int    cell;
};

__global__ void countCells(Particle *p, int n, int *cellCount, int *lost)
{
    __shared__ int local[CELLS];
    __shared__ int localLost;

    if (threadIdx.x < CELLS) local[threadIdx.x] = 0;
    if (threadIdx.x == CELLS) localLost = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int cx = (int)(p[i].pos.x);
        int cy = (int)(p[i].pos.y);
        if (cx >= 0 && cx < 10 && cy >= 0 && cy < 10) {
            p[i].cell = cy * 10 + cx;
            atomicAdd(&local[p[i].cell], 1);
        } else {
            p[i].cell = -1;
            atomicAdd(&localLost, 1);
        }
    }
    __syncthreads();

    if (threadIdx.x < CELLS && local[threadIdx.x] != 0)
        atomicAdd(&cellCount[threadIdx.x], local[threadIdx.x]);
    if (threadIdx.x == 0)
        atomicAdd(lost, localLost);
}

int main()
{
    int n = 3000;
    Particle *p;
    int *cellCount, *lost;
    cudaMallocManaged(&p, n * sizeof(Particle));
    cudaMallocManaged(&cellCount, CELLS * sizeof(int));
    cudaMallocManaged(&lost, sizeof(int));
    for (int i = 0; i < CELLS; i++) cellCount[i] = 0;
    *lost = 0;
    for (int i = 0; i < n; i++) {
        p[i].pos = make_float3((i % 110) * 0.1f, (i % 97) * 0.1f, 0.0f);
        p[i].mass = 1.0f;
        p[i].cell = -2;
    }
    countCells<<<(n + 255) / 256, 256>>>(p, n, cellCount, lost);
    cudaDeviceSynchronize();
    printf("cell 0: %d, lost: %d\n", cellCount[0], *lost);
    cudaFree(p); cudaFree(cellCount); cudaFree(lost);
    return 0;
}
