// All pairs shortest paths: one launch for every intermediate vertex k.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INF 1000000
#define BLOCKDIM 16

typedef struct {
    int n;
    int *d;      // distances, n*n
    int *next;   // first hop, n*n
} Graph;

__global__ void fw_kernel(int *dist, int *next, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        int via = dist[i * n + k] + dist[k * n + j];
        if (via < dist[i * n + j]) {
            dist[i * n + j] = via;
            next[i * n + j] = next[i * n + k];
        }
    }
}

static Graph new_graph(int n)
{
    Graph g;
    g.n = n;
    g.d = (int *)malloc(n * n * sizeof(int));
    g.next = (int *)malloc(n * n * sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int w = INF;
            if (i == j)
                w = 0;
            else if (rand() % 10 < 2)
                w = 1 + rand() % 50;
            g.d[i * n + j] = w;
            g.next[i * n + j] = w < INF ? j : -1;
        }
    return g;
}

static void free_graph(Graph *g)
{
    free(g->d);
    free(g->next);
}

static void fw_host(int *d, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
}

// length of the path that the next matrix describes
static int walk(const Graph *g, const int *w, int from, int to)
{
    int len = 0, hops = 0;
    while (from != to) {
        int step = g->next[from * g->n + to];
        if (step < 0 || ++hops > g->n)
            return INF;
        len += w[from * g->n + step];
        from = step;
    }
    return len;
}

int main(int argc, char **argv)
{
    int n = 100;
    if (argc > 1)
        n = atoi(argv[1]);
    if (n < 1 || n > 4000) {
        fprintf(stderr, "n must be in 1..4000\n");
        return 1;
    }

    Graph g = new_graph(n);
    size_t size = sizeof(int) * n * n;
    int *ref = (int *)malloc(size), *weights = (int *)malloc(size);
    memcpy(ref, g.d, size);
    memcpy(weights, g.d, size);

    int *dev_dist, *dev_next;
    cudaMalloc((void **)&dev_dist, size);
    cudaMalloc((void **)&dev_next, size);
    cudaMemcpy(dev_dist, g.d, size, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_next, g.next, size, cudaMemcpyHostToDevice);

    int nblocks = (n + BLOCKDIM - 1) / BLOCKDIM;
    dim3 blocks(nblocks, nblocks);
    dim3 threads(BLOCKDIM, BLOCKDIM);

    clock_t begin = clock();
    for (int k = 0; k < n; k++)
        fw_kernel<<<blocks, threads>>>(dev_dist, dev_next, n, k);
    cudaDeviceSynchronize();
    double sec = (double)(clock() - begin) / CLOCKS_PER_SEC;

    cudaMemcpy(g.d, dev_dist, size, cudaMemcpyDeviceToHost);
    cudaMemcpy(g.next, dev_next, size, cudaMemcpyDeviceToHost);

    fw_host(ref, n);
    int bad = 0, badPaths = 0;
    for (int i = 0; i < n * n; i++)
        bad += ref[i] != g.d[i];
    for (int t = 0; t < n; t++)
        badPaths += ref[t] < INF && walk(&g, weights, 0, t) != ref[t];
    printf("n = %d, %.3f s, %d wrong distances, %d wrong paths\n", n, sec, bad, badPaths);

    cudaFree(dev_dist);
    cudaFree(dev_next);
    free_graph(&g);
    free(ref);
    free(weights);
    return bad + badPaths ? 1 : 0;
}
