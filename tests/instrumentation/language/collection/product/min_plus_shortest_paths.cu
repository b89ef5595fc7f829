#include <math.h>
#define B 16
#define INF INFINITY

// D = A (min,+) A : one squaring step of all-pairs shortest paths
__global__ void minplus(const float* dist, float* next, int n, int pitch)
{
    __shared__ float rowTile[B][B];
    __shared__ float colTile[B][B + 1];

    int y = blockIdx.y * B + threadIdx.y;
    int x = blockIdx.x * B + threadIdx.x;
    float best = INF;

    for (int t = 0; t < (n + B - 1) / B; ++t)
    {
        int kx = t * B + threadIdx.x;
        int ky = t * B + threadIdx.y;
        rowTile[threadIdx.y][threadIdx.x] = (y < n && kx < n) ? dist[y * pitch + kx] : INF;
        colTile[threadIdx.y][threadIdx.x] = (ky < n && x < n) ? dist[ky * pitch + x] : INF;
        __syncthreads();
        for (int k = 0; k < B; ++k)
            best = fminf(best, rowTile[threadIdx.y][k] + colTile[k][threadIdx.x]);
        __syncthreads();
    }
    if (y < n && x < n)
        next[y * pitch + x] = best;
}

#undef B
#undef INF
