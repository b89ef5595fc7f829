// Spatial hashing of particles (Teschner et al. style hash)
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define TABLE 1021

struct P3 { float x, y, z; };

__device__ int cellOf(int ix, int iy, int iz)
{
    return ((ix * 73856093) ^ (iy * 19349663) ^ (iz * 83492791)) % TABLE;
}

__global__ void fillCells(const P3 *p, int n, float cell, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int h = cellOf((int)(p[i].x / cell), (int)(p[i].y / cell), (int)(p[i].z / cell));
    atomicAdd(&counts[h], 1);
}

int main()
{
    const int n = 2000;
    P3 *h = (P3 *)malloc(n * sizeof(P3)), *p;
    int *counts, hc[TABLE];
    srand(11);
    for (int i = 0; i < n; i++) {
        h[i].x = 100.0f * rand() / RAND_MAX;
        h[i].y = 100.0f * rand() / RAND_MAX;
        h[i].z = 100.0f * rand() / RAND_MAX;
    }
    cudaMalloc(&p, n * sizeof(P3));
    cudaMalloc(&counts, TABLE * sizeof(int));
    cudaMemcpy(p, h, n * sizeof(P3), cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, TABLE * sizeof(int));
    fillCells<<<(n + 127) / 128, 128>>>(p, n, 1.0f, counts);
    cudaMemcpy(hc, counts, sizeof hc, cudaMemcpyDeviceToHost);
    int used = 0;
    for (int i = 0; i < TABLE; i++) used += hc[i] > 0;
    printf("%d cells used\n", used);
    return 0;
}
