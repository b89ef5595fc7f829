// Breadth-first search, one launch per level, on a grid graph in CSR form.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define SIDE 40
#define NODES (SIDE * SIDE)
#define UNSEEN -1

struct Graph {
    int nodes;
    int edges;
    int *rowPtr;
    int *colIdx;
};

__global__ void bfsStep(const int *rowPtr, const int *colIdx, int *dist, int nodes, int level, int *changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes || dist[v] != level)
        return;
    for (int e = rowPtr[v]; e < rowPtr[v + 1]; ++e) {
        int w = colIdx[e];
        if (dist[w] == UNSEEN) {
            dist[w] = level + 1;   // all writers write the same value
            *changed = 1;
        }
    }
}

static void addEdge(Graph &g, int to) { g.colIdx[g.edges++] = to; }

static Graph makeGrid()
{
    Graph g;
    g.nodes = NODES;
    g.edges = 0;
    g.rowPtr = (int *)malloc((NODES + 1) * sizeof(int));
    g.colIdx = (int *)malloc(4 * NODES * sizeof(int));
    for (int y = 0; y < SIDE; ++y)
        for (int x = 0; x < SIDE; ++x) {
            int v = y * SIDE + x;
            g.rowPtr[v] = g.edges;
            if (x > 0) addEdge(g, v - 1);
            if (x < SIDE - 1) addEdge(g, v + 1);
            if (y > 0) addEdge(g, v - SIDE);
            if (y < SIDE - 1) addEdge(g, v + SIDE);
        }
    g.rowPtr[NODES] = g.edges;
    return g;
}

int main()
{
    Graph g = makeGrid();
    int source = 0;
    int *dist = (int *)malloc(g.nodes * sizeof(int));
    memset(dist, 0xff, g.nodes * sizeof(int));   // UNSEEN everywhere
    dist[source] = 0;

    int *dRow, *dCol, *dDist, *dChanged;
    cudaMalloc(&dRow, (g.nodes + 1) * sizeof(int));
    cudaMalloc(&dCol, g.edges * sizeof(int));
    cudaMalloc(&dDist, g.nodes * sizeof(int));
    cudaMalloc(&dChanged, sizeof(int));
    cudaMemcpy(dRow, g.rowPtr, (g.nodes + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dCol, g.colIdx, g.edges * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dDist, dist, g.nodes * sizeof(int), cudaMemcpyHostToDevice);

    const int threads = 128;
    const int blocks = (g.nodes + threads - 1) / threads;
    int level = 0, changed;
    do {
        changed = 0;
        cudaMemcpy(dChanged, &changed, sizeof(int), cudaMemcpyHostToDevice);
        bfsStep<<<blocks, threads>>>(dRow, dCol, dDist, g.nodes, level, dChanged);
        cudaMemcpy(&changed, dChanged, sizeof(int), cudaMemcpyDeviceToHost);
        ++level;
    } while (changed);

    cudaMemcpy(dist, dDist, g.nodes * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < SIDE; ++y)
        for (int x = 0; x < SIDE; ++x)
            if (dist[y * SIDE + x] != x + y)
                ++wrong;
    printf("%d levels, %d wrong distances\n", level, wrong);

    cudaFree(dRow);
    cudaFree(dCol);
    cudaFree(dDist);
    cudaFree(dChanged);
    free(dist);
    free(g.rowPtr);
    free(g.colIdx);
    return wrong ? 1 : 0;
}
