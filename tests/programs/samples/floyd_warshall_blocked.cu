// All-pairs shortest paths: blocked Floyd-Warshall, three phases per round.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define B 16
#define INF 0x3fffffff

static int gN = 150;          // vertices, as asked for
static int gPadded;           // rounded up to B
static int *gHost = 0;

enum Phase { DIAGONAL, CROSS, REST };

__device__ __forceinline__ void relax(int &d, int via) { if (via < d) d = via; }

__global__ void phase1(int *dist, int n, int k)
{
    __shared__ int s[B][B];
    int i = k * B + threadIdx.y, j = k * B + threadIdx.x;
    s[threadIdx.y][threadIdx.x] = dist[i * n + j];
    for (int m = 0; m < B; m++) {
        __syncthreads();
        int v = s[threadIdx.y][m] + s[m][threadIdx.x];
        __syncthreads();
        relax(s[threadIdx.y][threadIdx.x], v);
    }
    dist[i * n + j] = s[threadIdx.y][threadIdx.x];
}

// blockIdx.y == 0: row k, blockIdx.y == 1: column k
__global__ void phase2(int *dist, int n, int k)
{
    if (blockIdx.x == k) return;
    __shared__ int diag[B][B], mine[B][B];
    int bi = blockIdx.y ? blockIdx.x : k, bj = blockIdx.y ? k : blockIdx.x;
    int i = bi * B + threadIdx.y, j = bj * B + threadIdx.x;
    diag[threadIdx.y][threadIdx.x] = dist[(k * B + threadIdx.y) * n + k * B + threadIdx.x];
    mine[threadIdx.y][threadIdx.x] = dist[i * n + j];
    for (int m = 0; m < B; m++) {
        __syncthreads();
        int v = blockIdx.y ? mine[threadIdx.y][m] + diag[m][threadIdx.x]
                           : diag[threadIdx.y][m] + mine[m][threadIdx.x];
        __syncthreads();
        relax(mine[threadIdx.y][threadIdx.x], v);
    }
    dist[i * n + j] = mine[threadIdx.y][threadIdx.x];
}

__global__ void phase3(int *dist, int n, int k)
{
    if (blockIdx.x == k || blockIdx.y == k) return;
    __shared__ int col[B][B], row[B][B];
    int i = blockIdx.y * B + threadIdx.y, j = blockIdx.x * B + threadIdx.x;
    col[threadIdx.y][threadIdx.x] = dist[i * n + k * B + threadIdx.x];
    row[threadIdx.y][threadIdx.x] = dist[(k * B + threadIdx.y) * n + j];
    __syncthreads();
    int d = dist[i * n + j];
#pragma unroll
    for (int m = 0; m < B; m++) relax(d, col[threadIdx.y][m] + row[m][threadIdx.x]);
    dist[i * n + j] = d;
}

static void run(enum Phase p, int *d, int k)
{
    const int nb = gPadded / B;
    const dim3 threads(B, B);
    switch (p) {
    case DIAGONAL: phase1<<<1, threads>>>(d, gPadded, k); break;
    case CROSS:    phase2<<<dim3(nb, 2), threads>>>(d, gPadded, k); break;
    case REST:     phase3<<<dim3(nb, nb), threads>>>(d, gPadded, k); break;
    }
}

static void build(void)
{
    gPadded = (gN + B - 1) / B * B;
    gHost = (int *)malloc(sizeof(int) * gPadded * gPadded);
    for (int i = 0; i < gPadded; i++)
        for (int j = 0; j < gPadded; j++) {
            int w = INF;
            if (i == j) w = 0;
            else if (i < gN && j < gN && (i * 31 + j * 17) % 11 == 0) w = 1 + (i * j) % 50;
            gHost[i * gPadded + j] = w;
        }
}

int main(int argc, char **argv)
{
    if (argc > 1) gN = atoi(argv[1]);
    build();
    const int np = gPadded;
    int *d = NULL;
    if (cudaMalloc((void **)&d, sizeof(int) * np * np) != cudaSuccess) return 1;
    cudaMemcpy(d, gHost, sizeof(int) * np * np, cudaMemcpyHostToDevice);
    for (int k = 0; k < np / B; k++)
        for (int p = DIAGONAL; p <= REST; p++)
            run((enum Phase)p, d, k);
    int *got = (int *)malloc(sizeof(int) * np * np);
    cudaMemcpy(got, d, sizeof(int) * np * np, cudaMemcpyDeviceToHost);

    for (int k = 0; k < gN; k++)
        for (int i = 0; i < gN; i++)
            for (int j = 0; j < gN; j++)
                if (gHost[i * np + k] + gHost[k * np + j] < gHost[i * np + j])
                    gHost[i * np + j] = gHost[i * np + k] + gHost[k * np + j];
    int bad = 0;
    for (int i = 0; i < gN; i++)
        for (int j = 0; j < gN; j++) bad += got[i * np + j] != gHost[i * np + j];
    printf("%d vertices (padded to %d): %s\n", gN, np, bad ? "FAILED" : "PASSED");
    cudaFree(d);
    free(got);
    free(gHost);
    return bad != 0;
}
