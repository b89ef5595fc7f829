// 1-D grid; blocks are renumbered so that GROUP rows of tiles share the
// columns of B in L2.
#include <string.h>

#ifndef GROUP
# define GROUP 8
#endif
#define TILE 32
#define ceil_div(a, b) (((a) + (b) - 1) / (b))

__device__ __noinline__ int2 tile_of(int linear, int tiles_m, int tiles_n)
{
    const int per_group = GROUP * tiles_n;
    const int group     = linear / per_group;
    const int first_m   = group * GROUP;
    const int height    = min(tiles_m - first_m, GROUP);
    int2 t;
    t.y = first_m + (linear % per_group) % height;
    t.x = (linear % per_group) / height;
    return t;
}

__global__ void mm_swizzled(const float *x, const float *w, float *o, int m, int n, int k)
{
    __shared__ float xs[TILE][TILE];
    __shared__ float ws[TILE][TILE];

    const int2 tile = tile_of(blockIdx.x, ceil_div(m, TILE), ceil_div(n, TILE));
    const int lx = threadIdx.x & (TILE - 1);
    const int ly = threadIdx.x >> 5;                  // 8 rows of threads
    const int col = tile.x * TILE + lx;

    float acc[4];
    memset(acc, 0, sizeof(acc));

    for (int k0 = 0; k0 < k; k0 += TILE) {
        for (int r = ly; r < TILE; r += 8) {
            const int row = tile.y * TILE + r;
            xs[r][lx] = row < m && k0 + lx < k ? x[row * k + k0 + lx] : 0.f;
            ws[r][lx] = k0 + r < k && col < n ? w[(k0 + r) * n + col] : 0.f;
        }
        __syncthreads();
        for (int q = 0; q < TILE; ++q) {
            const float wv = ws[q][lx];
            acc[0] += xs[ly     ][q] * wv;
            acc[1] += xs[ly +  8][q] * wv;
            acc[2] += xs[ly + 16][q] * wv;
            acc[3] += xs[ly + 24][q] * wv;
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) {
        const int row = tile.y * TILE + ly + 8 * i;
        if (row < m && col < n) o[row * n + col] = acc[i];
    }
}
