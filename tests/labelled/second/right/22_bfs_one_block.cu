#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define NV 700
#define NTHREADS 256

__global__ void bfsLevels(const int *rowPtr, const int *adj, int source, int *level)
{
    __shared__ unsigned char cur[NV];
    __shared__ unsigned char nxt[NV];

    for (int v = threadIdx.x; v < NV; v += NTHREADS) {
        cur[v] = (v == source);
        nxt[v] = 0;
        level[v] = (v == source) ? 0 : -1;
    }
    __syncthreads();

    int depth = 0;
    int again;
    do {
        for (int v = threadIdx.x; v < NV; v += NTHREADS) {
            if (!cur[v]) continue;
            for (int e = rowPtr[v]; e < rowPtr[v + 1]; ++e)
                nxt[adj[e]] = 1;
        }
        __syncthreads();

        ++depth;
        int changed = 0;
        for (int v = threadIdx.x; v < NV; v += NTHREADS) {
            cur[v] = 0;
            if (nxt[v] && level[v] < 0) {
                level[v] = depth;
                cur[v] = 1;
                changed = 1;
            }
            nxt[v] = 0;
        }
        again = __syncthreads_or(changed);
    } while (again);
}

int main()
{
    std::vector<int> ptr(1, 0), adj;
    for (int v = 0; v < NV; ++v) {
        adj.push_back((v * 3 + 1) % NV);
        adj.push_back((v * 3 + 2) % NV);
        if (v % 2) adj.push_back(v / 2);
        ptr.push_back((int)adj.size());
    }
    int *dPtr, *dAdj, *dLevel;
    cudaMalloc(&dPtr, ptr.size() * sizeof(int));
    cudaMalloc(&dAdj, adj.size() * sizeof(int));
    cudaMalloc(&dLevel, NV * sizeof(int));
    cudaMemcpy(dPtr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dAdj, adj.data(), adj.size() * sizeof(int), cudaMemcpyHostToDevice);

    bfsLevels<<<1, NTHREADS>>>(dPtr, dAdj, 0, dLevel);

    std::vector<int> level(NV);
    cudaMemcpy(level.data(), dLevel, NV * sizeof(int), cudaMemcpyDeviceToHost);
    int deepest = 0, lost = 0;
    for (int v = 0; v < NV; ++v) {
        if (level[v] < 0) lost++;
        if (level[v] > deepest) deepest = level[v];
    }
    printf("depth %d, unreached %d\n", deepest, lost);
    cudaFree(dPtr); cudaFree(dAdj); cudaFree(dLevel);
    return 0;
}
