#include <cuda_runtime.h>

struct CsrGraph {
    const int* row_offsets;
    const int* columns;
    int        num_vertices;
};

struct Frontier {
    int*          items;
    unsigned int* size;
    __device__ void push(int v) { items[atomicAdd(size, 1u)] = v; }
};

__global__ void bfs_level(CsrGraph g, const int* frontier_in, unsigned int frontier_size,
                          Frontier out, int* levels, int* parents, int depth)
{
    const unsigned int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= frontier_size) return;
    const int u = frontier_in[t];
    for (int e = g.row_offsets[u], end = g.row_offsets[u + 1]; e != end; ++e) {
        const int v = g.columns[e];
        if (v < 0 || v >= g.num_vertices) continue;      // broken input
        if (levels[v] != -1) continue;                   // cheap test first
        if (atomicCAS(levels + v, -1, depth + 1) == -1) {
            parents[v] = u;
            out.push(v);
        }
    }
}

/* "is there anything left to do?" version without a queue */
__global__ void bfs_flags(CsrGraph g, const bool* active, bool* next_active, int* levels, int depth, int* again)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    bool found = false;
    if (u < g.num_vertices && active[u])
        for (int e = g.row_offsets[u]; e < g.row_offsets[u + 1]; ++e) {
            int v = g.columns[e];
            if (levels[v] < 0) { levels[v] = depth; next_active[v] = true; found = true; }
        }
    if (__any_sync(__activemask(), found) && (threadIdx.x & 31) == 0) *again = 1;
}

/* Bellman-Ford relaxation, for weighted graphs */
__global__ void sssp_relax(CsrGraph g, const int* __restrict__ weights, int* dist, int* changed)
{
    const int u = blockIdx.x * blockDim.x + threadIdx.x;
    int improved = 0;
    if (u < g.num_vertices && dist[u] != 0x7fffffff)
        for (const int *c = g.columns + g.row_offsets[u], *stop = g.columns + g.row_offsets[u + 1]; c < stop; ++c) {
            const int d = dist[u] + abs(weights[c - g.columns]);
            if (atomicMin(&dist[*c], d) > d) improved = 1;
        }
    if (__syncthreads_or(improved) && threadIdx.x == 0) atomicOr(changed, 1);
}
