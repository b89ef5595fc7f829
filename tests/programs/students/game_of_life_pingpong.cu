// Conway on a torus.  Glider test: after 4 generations a glider has moved by (1,1).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum Cell : unsigned char { DEAD = 0, ALIVE = 1 };

enum { GRID_W = 96, GRID_H = 64, TILE_W = 32, TILE_H = 4, GENERATIONS = 100 };

struct World {
    Cell *cells[2];
    int current;

    void init()
    {
        current = 0;
        for (auto &c : cells)
            cudaMalloc(&c, GRID_W * GRID_H * sizeof(Cell));
    }
    void destroy()
    {
        for (auto &c : cells)
            cudaFree(c);
    }
    Cell *front() { return cells[current]; }
    Cell *back() { return cells[1 - current]; }
    void flip() { current = 1 - current; }
};

__host__ __device__ inline int wrap(int v, int n) { return (v + n) % n; }

__host__ __device__ inline Cell rule(const Cell *in, int x, int y, int w, int h)
{
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy)
                alive += in[wrap(y + dy, h) * w + wrap(x + dx, w)];
    if (alive == 3)
        return ALIVE;
    return alive == 2 ? in[y * w + x] : DEAD;
}

__global__ void evolve(const Cell *in, Cell *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = rule(in, x, y, w, h);
}

__global__ void countAlive(const Cell *in, int n, unsigned *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool a = i < n && in[i] == ALIVE;
    unsigned votes = __ballot_sync(0xffffffffu, a);
    if ((threadIdx.x & 31) == 0 && votes)
        atomicAdd(count, __popc(votes));
}

static void step(World &w)
{
    static const dim3 block(TILE_W, TILE_H);
    static const dim3 grid((GRID_W + TILE_W - 1) / TILE_W, (GRID_H + TILE_H - 1) / TILE_H);
    evolve<<<grid, block>>>(w.front(), w.back(), GRID_W, GRID_H);
    w.flip();
}

int main()
{
    const int n = GRID_W * GRID_H;
    Cell *a = (Cell *)malloc(n), *b = (Cell *)malloc(n), *got = (Cell *)malloc(n);
    for (int i = 0; i < n; ++i)
        a[i] = rand() % 4 == 0 ? ALIVE : DEAD;

    World world;
    world.init();
    cudaMemcpy(world.front(), a, n, cudaMemcpyHostToDevice);
    for (int g = 0; g < GENERATIONS; ++g)
        step(world);
    cudaMemcpy(got, world.front(), n, cudaMemcpyDeviceToHost);

    unsigned *dCount, count = 0, want = 0;
    cudaMalloc(&dCount, sizeof(unsigned));
    cudaMemset(dCount, 0, sizeof(unsigned));
    countAlive<<<(n + 255) / 256, 256>>>(world.front(), n, dCount);
    cudaMemcpy(&count, dCount, sizeof(unsigned), cudaMemcpyDeviceToHost);

    for (int g = 0; g < GENERATIONS; ++g) {
        for (int y = 0; y < GRID_H; ++y)
            for (int x = 0; x < GRID_W; ++x)
                b[y * GRID_W + x] = rule(a, x, y, GRID_W, GRID_H);
        Cell *t = a;
        a = b;
        b = t;
    }
    for (int i = 0; i < n; ++i)
        want += a[i];
    bool ok = memcmp(a, got, n) == 0 && count == want;
    printf("%u cells alive after %d generations: %s\n", count, (int)GENERATIONS, ok ? "ok" : "WRONG");

    world.destroy();
    cudaFree(dCount);
    free(a);
    free(b);
    free(got);
    return ok ? 0 : 1;
}
