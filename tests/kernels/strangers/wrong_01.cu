// Mistake: missing second __syncthreads() at the end of the tile loop; fast threads overwrite sA/sB while others
// still multiply (race)
// double precision tiled GEMM, C = A * B, all row-major
// threads: (TILE_DIM, TILE_DIM), blocks: (ceil(N / TILE_DIM), ceil(M / TILE_DIM))
#define TILE_DIM 32
#define AT(ptr, r, c, width) ptr[(r) * (width) + (c)]

__global__ void gemm_shared(double *A, double *B, double *C, int M, int N, int K)
{
    __shared__ double sA[TILE_DIM][TILE_DIM];
    __shared__ double sB[TILE_DIM][TILE_DIM];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_DIM + ty;
    int col = blockIdx.x * TILE_DIM + tx;
    double acc = 0.0;
    int numTiles = (K + TILE_DIM - 1) / TILE_DIM;

    for (int t = 0; t < numTiles; t++) {
        // load the tiles, zeros outside
        if (row < M && t * TILE_DIM + tx < K)
            sA[ty][tx] = AT(A, row, t * TILE_DIM + tx, K);
        else
            sA[ty][tx] = 0.0;
        if (t * TILE_DIM + ty < K && col < N)
            sB[ty][tx] = AT(B, t * TILE_DIM + ty, col, N);
        else
            sB[ty][tx] = 0.0;
        __syncthreads();

        // multiply the tiles
        for (int k = 0; k < TILE_DIM; k++)
            acc += sA[ty][k] * sB[k][tx];
    }

    if (row < M && col < N)
        AT(C, row, col, N) = acc;
}
