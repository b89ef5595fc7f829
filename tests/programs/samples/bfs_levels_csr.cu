// Level-synchronous breadth first search on a graph in CSR form.
// The host launches one step per level until no vertex was added.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define TPB_LIMIT 256
#define UNSEEN (-1)

struct Graph {
    int vertices;
    int edges;
    int *row;      // vertices + 1
    int *col;      // edges
};

__global__ void init_levels(int *level, int n, int source)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) level[v] = (v == source) ? 0 : UNSEEN;
}

__global__ void bfs_step(const int *row, const int *col, int *level, int n, int depth, int *again)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != depth) return;
    for (int e = row[v]; e < row[v + 1]; e++) {
        int w = col[e];
        if (level[w] == UNSEEN) {
            level[w] = depth + 1;       // benign race: all write the same
            *again = 1;
        }
    }
}

__global__ void count_levels(const int *level, int n, int *histogram, int bins)
{
    extern __shared__ int local[];
    for (int i = threadIdx.x; i < bins; i += blockDim.x) local[i] = 0;
    __syncthreads();
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && level[v] >= 0 && level[v] < bins) atomicAdd(&local[level[v]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < bins; i += blockDim.x)
        if (local[i]) atomicAdd(&histogram[i], local[i]);
}

// A ring of n vertices where every tenth has a chord to 7*v mod n.
static Graph make_ring_with_chords(int n)
{
    Graph g;
    g.vertices = n;
    g.row = (int *)malloc((n + 1) * sizeof(int));
    g.col = (int *)malloc(3 * (size_t)n * sizeof(int));
    int e = 0;
    for (int v = 0; v < n; v++) {
        g.row[v] = e;
        g.col[e++] = (v + 1) % n;
        g.col[e++] = (v + n - 1) % n;
        if (v % 10 == 0) g.col[e++] = (int)((long long)v * 7 % n);
    }
    g.row[n] = e;
    g.edges = e;
    return g;
}

static int bfs_cpu(const Graph &g, int source, int *level)
{
    int *queue = (int *)malloc(g.vertices * sizeof(int));
    int head = 0, tail = 0, deepest = 0;
    for (int v = 0; v < g.vertices; v++) level[v] = UNSEEN;
    level[source] = 0;
    queue[tail++] = source;
    while (head < tail) {
        int v = queue[head++];
        deepest = level[v];
        for (int e = g.row[v]; e < g.row[v + 1]; e++)
            if (level[g.col[e]] == UNSEEN) {
                level[g.col[e]] = level[v] + 1;
                queue[tail++] = g.col[e];
            }
    }
    free(queue);
    return deepest;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 5000;
    const int source = 17 % n;
    Graph g = make_ring_with_chords(n);

    int nblocks = 1;
    int tpb = n;
    if (n > TPB_LIMIT) {
        nblocks = (n + TPB_LIMIT - 1) / TPB_LIMIT;
        tpb = TPB_LIMIT;
    }
    dim3 grid(nblocks, 1, 1);
    dim3 threads(tpb, 1, 1);

    int *d_row, *d_col, *d_level, *d_again, *d_hist;
    cudaMalloc((void **)&d_row, sizeof(int) * (n + 1));
    cudaMalloc((void **)&d_col, sizeof(int) * g.edges);
    cudaMalloc((void **)&d_level, sizeof(int) * n);
    cudaMalloc((void **)&d_again, sizeof(int));
    cudaMemcpy(d_row, g.row, sizeof(int) * (n + 1), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, g.col, sizeof(int) * g.edges, cudaMemcpyHostToDevice);

    init_levels<<<grid, threads>>>(d_level, n, source);
    int depth = 0, again;
    do {
        again = 0;
        cudaMemcpy(d_again, &again, sizeof(int), cudaMemcpyHostToDevice);
        bfs_step<<<grid, threads, 0>>>(d_row, d_col, d_level, n, depth, d_again);
        cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
        depth++;
    } while (again);

    const int bins = 64;
    int hist[bins];
    cudaMalloc((void **)&d_hist, sizeof hist);
    cudaMemset(d_hist, 0, sizeof hist);
    count_levels<<<grid, threads, bins * sizeof(int)>>>(d_level, n, d_hist, bins);
    cudaMemcpy(hist, d_hist, sizeof hist, cudaMemcpyDeviceToHost);

    int *level = (int *)malloc(n * sizeof(int)), *gold = (int *)malloc(n * sizeof(int));
    cudaMemcpy(level, d_level, n * sizeof(int), cudaMemcpyDeviceToHost);
    int deepest = bfs_cpu(g, source, gold);
    int bad = 0, want[bins];
    memset(want, 0, sizeof want);
    for (int v = 0; v < n; v++) {
        if (level[v] != gold[v]) bad++;
        if (gold[v] >= 0 && gold[v] < bins) want[gold[v]]++;
    }
    if (memcmp(want, hist, sizeof want)) bad++;
    printf("%d vertices, %d edges, depth %d (cpu %d), %s\n", n, g.edges, depth - 1, deepest, bad ? "FAILED" : "ok");

    cudaFree(d_row); cudaFree(d_col); cudaFree(d_level); cudaFree(d_again); cudaFree(d_hist);
    free(g.row); free(g.col); free(level); free(gold);
    return bad ? 1 : 0;
}
