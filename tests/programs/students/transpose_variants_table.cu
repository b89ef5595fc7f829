// Ways to transpose a matrix, in a table: name, kernel, launch shape.
// Every entry is run a few times and timed with events.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define EDGE 32
#define RUNS 5

typedef double real;
typedef void (*transposer)(const real *src, real *dst, int rows, int cols);

// a thread per element, straight
__global__ void tr_plain(const real *src, real *dst, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        dst[c * rows + r] = src[r * cols + c];
}

// the same the other way round: writes are contiguous, reads are not
__global__ void tr_gather(const real *src, real *dst, int rows, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.x;
    int c = blockIdx.x * blockDim.x + threadIdx.y;
    if (r < rows && c < cols)
        dst[c * rows + r] = src[r * cols + c];
}

template <int PAD>
__device__ void through_tile(const real *src, real *dst, int rows, int cols)
{
    __shared__ real tile[EDGE][EDGE + PAD];
    int c0 = blockIdx.x * EDGE, r0 = blockIdx.y * EDGE;

    for (int j = threadIdx.y; j < EDGE; j += blockDim.y)
        if (r0 + j < rows && c0 + threadIdx.x < cols)
            tile[j][threadIdx.x] = src[(r0 + j) * cols + c0 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < EDGE; j += blockDim.y)
        if (c0 + j < cols && r0 + threadIdx.x < rows)
            dst[(c0 + j) * rows + r0 + threadIdx.x] = tile[threadIdx.x][j];
}

__global__ void tr_tile(const real *src, real *dst, int rows, int cols)
{
    through_tile<0>(src, dst, rows, cols);
}

__global__ void tr_padded(const real *src, real *dst, int rows, int cols)
{
    through_tile<1>(src, dst, rows, cols);
}

struct entry {
    const char *name;
    transposer kernel;
    dim3 block;
};

static int wrong_elements(const real *m, const real *t, int rows, int cols)
{
    int wrong = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            wrong += t[c * rows + r] != m[r * cols + c];
    return wrong;
}

int main(void)
{
    const int rows = 130, cols = 250;
    const size_t bytes = sizeof(real) * rows * cols;
    real *m = (real *)malloc(bytes), *t = (real *)malloc(bytes), *dm, *dt;
    for (int i = 0; i < rows * cols; i++)
        m[i] = 0.5 * i;
    cudaMalloc(&dm, bytes);
    cudaMalloc(&dt, bytes);
    cudaMemcpy(dm, m, bytes, cudaMemcpyHostToDevice);

    const entry table[] = {
        {"plain", tr_plain, dim3(EDGE, EDGE)},
        {"gather", tr_gather, dim3(EDGE, EDGE)},
        {"tile", tr_tile, dim3(EDGE, EDGE / 4)},
        {"padded tile", tr_padded, dim3(EDGE, EDGE / 4)},
    };
    const dim3 grid((cols + EDGE - 1) / EDGE, (rows + EDGE - 1) / EDGE);

    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    int failures = 0;
    for (const entry &e : table) {
        cudaMemset(dt, 0xff, bytes);
        cudaEventRecord(from);
        for (int i = 0; i < RUNS; i++)
            e.kernel<<<grid, e.block>>>(dm, dt, rows, cols);
        cudaEventRecord(to);
        cudaEventSynchronize(to);
        float ms = 0.0f;
        cudaEventElapsedTime(&ms, from, to);
        cudaMemcpy(t, dt, bytes, cudaMemcpyDeviceToHost);
        int wrong = wrong_elements(m, t, rows, cols);
        printf("%-12s %7.1f MB/s  %s\n", e.name, 2e-3 * bytes * RUNS / ms, wrong ? "WRONG" : "right");
        failures += wrong != 0;
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    cudaFree(dm);
    cudaFree(dt);
    free(m);
    free(t);
    return failures;
}
