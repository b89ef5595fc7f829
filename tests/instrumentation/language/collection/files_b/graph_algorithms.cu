/*
 * 图算法实验: 广度优先搜索, Floyd-Warshall, Bellman-Ford, 连通分量, PageRank
 *
 * 图用 CSR 格式存储:
 *   row[v] .. row[v+1]-1  是顶点 v 的出边在 col[] 里的下标
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <queue>
#include <vector>
#include <utility>
#include <cuda_runtime.h>

#define INF 1000000000
#define TILE 16
#define THREADS 256

// 错误检查
#define GPU(x) gpu_check((x), #x, __LINE__)
static inline void gpu_check(cudaError_t e, const char* s, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "第 %d 行: %s 出错: %s\n", line, s, cudaGetErrorString(e));
    exit(1);
}

typedef struct {
    int n;          // 顶点数
    int m;          // 边数
    int* row;
    int* col;
    float* weight;
} Graph;

// 主机函数的前置声明
void bfs_host(const Graph* g, int source, std::vector<int>& level);
static Graph random_graph(int n, int degree);

/* ---------------------------------------------------------------- BFS */

// 每个线程一个顶点: 最简单的版本
__global__ void bfs_level(const int* row, const int* col, int* level, int n, int depth, int* again)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != depth) return;
    for (int e = row[v]; e < row[v + 1]; ++e) {
        int w = col[e];
        if (level[w] == -1) {
            level[w] = depth + 1;   // 多个线程会写同一个值, 没有关系
            *again = 1;
        }
    }
}

// 用队列 (frontier); atomicCAS 保证每个顶点只进队一次
__global__ void bfs_queue(Graph g, int* level, const int* frontier, int size, int* next, int* next_size, int depth)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= size) return;
    int v = frontier[t];
    for (int e = g.row[v]; e < g.row[v + 1]; ++e) {
        int w = g.col[e];
        if (atomicCAS(&level[w], -1, depth + 1) == -1) {
            int slot = atomicAdd(next_size, 1);
            next[slot] = w;
        }
    }
}

/* ---------------------------------------------------------------- Floyd-Warshall */
__global__ void floyd_simple(int* dist, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        int through = dist[i * n + k] + dist[k * n + j];
        if (through < dist[i * n + j]) dist[i * n + j] = through;
    }
}

__device__ __forceinline__ void relax(int (*c)[TILE], const int (*a)[TILE], const int (*b)[TILE])
{
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = 0; k < TILE; ++k) {
        int s = a[y][k] + b[k][x];
        if (s < c[y][x]) c[y][x] = s;
        __syncthreads();
    }
}

// 分块版本, 阶段一: 对角块
__global__ void floyd_phase1(int* dist, int n, int round)
{
    __shared__ int diag[TILE][TILE];
    int* cell = dist + (round * TILE + threadIdx.y) * n + round * TILE + threadIdx.x;
    diag[threadIdx.y][threadIdx.x] = *cell;
    __syncthreads();
    relax(diag, diag, diag);
    *cell = diag[threadIdx.y][threadIdx.x];
}

// 阶段二: 同行与同列的块 (blockIdx.y 选择行或列)
__global__ void floyd_phase2(int* dist, int n, int round)
{
    if (blockIdx.x == round) return;
    __shared__ int diag[TILE][TILE], mine[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int br = blockIdx.y == 0 ? round : blockIdx.x;
    int bc = blockIdx.y == 0 ? blockIdx.x : round;
    int at = (br * TILE + ty) * n + bc * TILE + tx;

    diag[ty][tx] = dist[(round * TILE + ty) * n + round * TILE + tx];
    mine[ty][tx] = dist[at];
    __syncthreads();
    if (blockIdx.y == 0)
        relax(mine, diag, mine);
    else
        relax(mine, mine, diag);
    dist[at] = mine[ty][tx];
}

// 阶段三: 其余的块
__global__ void floyd_phase3(int* dist, int n, int round)
{
    if (blockIdx.x == round || blockIdx.y == round) return;
    __shared__ int left[TILE][TILE];
    __shared__ int top[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * TILE + ty, j = blockIdx.x * TILE + tx;
    left[ty][tx] = dist[i * n + round * TILE + tx];
    top[ty][tx] = dist[(round * TILE + ty) * n + j];
    __syncthreads();
    int best = dist[i * n + j];
#pragma unroll
    for (int k = 0; k < TILE; ++k) best = min(best, left[ty][k] + top[k][tx]);
    dist[i * n + j] = best;
}

/* ---------------------------------------------------------------- Bellman-Ford */

// float 没有 atomicMin, 用 atomicCAS 实现
__device__ bool atomic_min_float(float* address, float value)
{
    int* as_int = (int*)address;
    int old = *as_int, assumed;
    while (__int_as_float(old) > value) {
        assumed = old;
        old = atomicCAS(as_int, assumed, __float_as_int(value));
        if (old == assumed) return true;
    }
    return false;
}

__global__ void bellman_ford(const Graph g, float* dist, bool* changed)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < g.n; v += gridDim.x * blockDim.x) {
        float d = dist[v];
        for (int e = g.row[v]; e < g.row[v + 1]; ++e)
            if (atomic_min_float(&dist[g.col[e]], d + g.weight[e])) *changed = true;
    }
}

/* ---------------------------------------------------------------- 连通分量 */
__global__ void init_labels(int* label, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) label[v] = v;
}

__global__ void hook(const int* row, const int* col, int* label, int n, int* changed)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    for (int e = row[v]; e < row[v + 1]; ++e) {
        int a = label[v], b = label[col[e]];
        if (a == b) continue;
        int hi = a > b ? a : b, lo = a > b ? b : a;
        atomicMin(&label[hi], lo);
        *changed = 1;
    }
}

__global__ void compress(int* label, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int root = label[v];
    while (root != label[root]) root = label[root];
    label[v] = root;
}

/* ---------------------------------------------------------------- PageRank: 一个 warp 一个顶点 */
__global__ void pagerank(const Graph g, const float* rank, float* next, float damping)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= g.n) return;
    int begin = g.row[warp], end = g.row[warp + 1];
    float share = end > begin ? damping * rank[warp] / (end - begin) : 0.0f;
    for (int e = begin + lane; e < end; e += 32) atomicAdd(next + g.col[e], share);
    if (lane == 0) atomicAdd(next + warp, (1.0f - damping) / g.n);
}

/* ---------------------------------------------------------------- 主机 */
static Graph random_graph(int n, int degree)
{
    Graph g;
    g.n = n;
    g.m = n * degree;
    GPU(cudaMallocManaged(&g.row, (n + 1) * sizeof(int)));
    GPU(cudaMallocManaged(&g.col, g.m * sizeof(int)));
    GPU(cudaMallocManaged(&g.weight, g.m * sizeof(float)));
    for (int v = 0; v < n; ++v) {
        g.row[v] = v * degree;
        for (int d = 0; d < degree; ++d) {
            g.col[v * degree + d] = d == 0 ? (v + 1) % n : rand() % n;
            g.weight[v * degree + d] = 1.0f + rand() % 9;
        }
    }
    g.row[n] = g.m;
    return g;
}

void bfs_host(const Graph* g, int source, std::vector<int>& level)
{
    level.assign(g->n, -1);
    std::queue<int> q;
    q.push(source);
    level[source] = 0;
    while (!q.empty()) {
        int v = q.front();
        q.pop();
        for (int e = g->row[v]; e < g->row[v + 1]; ++e)
            if (level[g->col[e]] < 0) { level[g->col[e]] = level[v] + 1; q.push(g->col[e]); }
    }
}

// 在主机循环里启动核函数, 直到没有变化
template <typename Flag, typename F>
static int repeat_until_stable(Flag* flag, F body)
{
    int rounds = 0;
    do {
        *flag = 0;
        body(rounds++);
        GPU(cudaDeviceSynchronize());
    } while (*flag);
    return rounds;
}

static void floyd(int blocks)
{
    int n = blocks * TILE;
    int *a, *b;
    GPU(cudaMallocManaged(&a, n * n * sizeof(int)));
    GPU(cudaMallocManaged(&b, n * n * sizeof(int)));
    for (int i = 0; i < n * n; ++i) a[i] = b[i] = i / n == i % n ? 0 : rand() % 10 ? INF : rand() % 100;

    dim3 block(TILE, TILE);
    dim3 grid(blocks, blocks);
    for (int k = 0; k < n; ++k) floyd_simple<<<grid, block>>>(a, n, k);
    for (int r = 0; r < blocks; ++r) {
        floyd_phase1<<<1, block>>>(b, n, r);
        floyd_phase2<<<dim3(blocks, 2), block>>>(b, n, r);
        floyd_phase3<<<grid, block>>>(b, n, r);
    }
    GPU(cudaDeviceSynchronize());
    printf("Floyd-Warshall: %s\n", memcmp(a, b, n * n * sizeof(int)) ? "不一致!" : "一致");
    GPU(cudaFree(a));
    GPU(cudaFree(b));
}

int main(int argc, char** argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    Graph g = random_graph(n, 6);
    const int blocks = (n + THREADS - 1) / THREADS;

    int *level, *flag, *queue_a, *queue_b;
    bool* changed;
    float *dist, *rank;
    GPU(cudaMallocManaged(&level, n * sizeof(int)));
    GPU(cudaMallocManaged(&queue_a, n * sizeof(int)));
    GPU(cudaMallocManaged(&queue_b, n * sizeof(int)));
    GPU(cudaMallocManaged(&flag, sizeof(int)));
    GPU(cudaMallocManaged(&changed, sizeof(bool)));
    GPU(cudaMallocManaged(&dist, n * sizeof(float)));
    GPU(cudaMallocManaged(&rank, 2 * n * sizeof(float)));

    // 1. BFS
    std::vector<int> reference;
    bfs_host(&g, 0, reference);
    memset(level, -1, n * sizeof(int));
    level[0] = 0;
    int rounds = repeat_until_stable(flag, [&](int depth) {
        bfs_level<<<blocks, THREADS>>>(g.row, g.col, level, n, depth, flag);
    });
    printf("BFS: %d 轮, %s\n", rounds, std::vector<int>(level, level + n) == reference ? "正确" : "错误");

    memset(level, -1, n * sizeof(int));
    level[0] = queue_a[0] = 0;
    int size = 1;
    for (int depth = 0; size > 0; ++depth) {
        *flag = 0;
        bfs_queue<<<(size + 127) / 128, 128>>>(g, level, queue_a, size, queue_b, flag, depth);
        GPU(cudaDeviceSynchronize());
        size = *flag;
        std::swap(queue_a, queue_b);
    }
    printf("BFS (队列): %s\n", std::vector<int>(level, level + n) == reference ? "正确" : "错误");

    // 2. 最短路
    for (int v = 0; v < n; ++v) dist[v] = v ? 1e30f : 0.0f;
    rounds = repeat_until_stable(changed, [&](int) { bellman_ford<<<40, 128>>>(g, dist, changed); });
    printf("Bellman-Ford: %d 轮, dist[n-1] = %g\n", rounds, dist[n - 1]);
    floyd(12);

    // 3. 连通分量
    init_labels<<<blocks, THREADS>>>(level, n);
    repeat_until_stable(flag, [&](int) {
        hook<<<blocks, THREADS>>>(g.row, g.col, level, n, flag);
        compress<<<blocks, THREADS>>>(level, n);
    });
    printf("最后一个顶点属于分量 %d\n", level[n - 1]);

    // 4. PageRank
    float *now = rank, *next = rank + n;
    for (int v = 0; v < n; ++v) now[v] = 1.0f / n;
    for (int it = 0; it < 10; ++it) {
        GPU(cudaMemset(next, 0, n * sizeof(float)));
        pagerank<<<(n * 32 + THREADS - 1) / THREADS, THREADS>>>(g, now, next, 0.85f);
        std::swap(now, next);
    }
    GPU(cudaDeviceSynchronize());
    printf("rank[0] = %g\n", now[0]);

    cudaFree(g.row); cudaFree(g.col); cudaFree(g.weight);
    cudaFree(level); cudaFree(queue_a); cudaFree(queue_b);
    cudaFree(flag); cudaFree(changed); cudaFree(dist); cudaFree(rank);
    return 0;
}
