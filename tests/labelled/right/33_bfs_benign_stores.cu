// Level-synchronous BFS on an implicit graph: vertex v is linked to 2v mod n, 2v+1 mod n and v+7 mod n
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static const int NV = 1000;
static const int UNSEEN = -1;

__device__ int neighbour(int v, int k, int n)
{
    if (k == 0) return (2 * v) % n;
    if (k == 1) return (2 * v + 1) % n;
    return (v + 7) % n;
}

__global__ void bfsLevel(int *level, int n, int current, int *changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && level[v] == current) {
        for (int k = 0; k < 3; ++k) {
            int u = neighbour(v, k, n);
            if (level[u] == UNSEEN) {
                level[u] = current + 1;
                *changed = 1;
            }
        }
    }
}

int main()
{
    std::vector<int> level(NV, UNSEEN);
    level[0] = 0;
    int *dLevel, *dChanged;
    cudaMalloc(&dLevel, NV * sizeof(int));
    cudaMalloc(&dChanged, sizeof(int));
    cudaMemcpy(dLevel, level.data(), NV * sizeof(int), cudaMemcpyHostToDevice);

    int changed = 1;
    for (int depth = 0; changed; ++depth) {
        cudaMemset(dChanged, 0, sizeof(int));
        bfsLevel<<<(NV + 63) / 64, 64>>>(dLevel, NV, depth, dChanged);
        cudaMemcpy(&changed, dChanged, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(level.data(), dLevel, NV * sizeof(int), cudaMemcpyDeviceToHost);
    int deepest = 0;
    for (int l : level) if (l > deepest) deepest = l;
    printf("eccentricity %d\n", deepest);
    return 0;
}
