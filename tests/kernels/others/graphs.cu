// Steps of searches in graphs whose edges lie by their first node.
#define NOT_YET 0xffffffffu

__global__ void reach_from_above(const unsigned *first_edge, const unsigned *to, unsigned *level, unsigned *changed,
                                 unsigned now, unsigned nodes) {
    unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < nodes && level[node] == now - 1)
        for (unsigned e = first_edge[node]; e < first_edge[node + 1]; ++e)
            if (level[to[e]] == NOT_YET) {
                level[to[e]] = now;
                *changed = 1;
            }
}

// The same with `!=`, which never comes to its end where an end lies before its beginning.
__global__ void degrees(const int *first_edge, const int *to, int *into, int nodes) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    for (int e = first_edge[node], end = first_edge[node + 1]; e != end; ++e) atomicAdd(into + to[e], 1);
}

// A step of PageRank, along pointers.
__global__ void rank_step(const int *first_edge, const int *from, const int *out, const float *rank, float *next, int n,
                          float damping) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n) return;
    float sum = 0.f;
    const int *p = from + first_edge[node], *end = from + first_edge[node + 1];
    while (p != end) {
        const int other = *p++;
        sum += rank[other] / (1 + out[other]);
    }
    next[node] = (1.f - damping) / n + damping * sum;
}

// Common neighbours, a block for each node.
__global__ void triangles(const int *first_edge, const int *to, int nodes, int *total) {
    int a = blockIdx.x;
    if (a >= nodes) return;
    int found = 0;
    for (int e = first_edge[a] + threadIdx.x; e < first_edge[a + 1]; e += blockDim.x) {
        int b = to[e], i = first_edge[a], j = first_edge[b];
        while (i < first_edge[a + 1] && j < first_edge[b + 1]) {
            int u = to[i], v = to[j];
            found += u == v;
            if (u <= v) ++i;
            if (v <= u) ++j;
        }
    }
    if (found > 0) atomicAdd(total, found);
}

// All shortest ways, by way of one node more.
__global__ void by_way_of(int *dist, int *via, const int n, const int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n && i != k && j != k) {
        int d = dist[i * n + k] + dist[k * n + j];
        if (d < dist[i * n + j]) {
            dist[i * n + j] = d;
            via[i * n + j] = k;
        }
    }
}
