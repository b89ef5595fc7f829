/*
 * y = alpha * A * x + beta * y, six kernels behind one function pointer type.
 *
 *   name           threads per row     memory
 *   -------------  ------------------  ----------------------------
 *   thread_row     1                   strided reads of A
 *   warp_row       32                  shuffles
 *   block_row      blockDim.x          shared memory tree
 *   vec4_row       32, float4          shuffles
 *   col_major      1 (A transposed)    coalesced
 *   split_k        many blocks         atomics, y must start as beta*y
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <cuda_runtime.h>

#ifndef REPEAT
#  define REPEAT 20
#endif

#define WARP 32
#define FULL 0xffffffffu

typedef void (*gemv_fn)(const float *, const float *, float *, int, int, float, float);

static void die(const char *what, cudaError_t e, int line)
{
    fprintf(stderr, "%d: %s: %s\n", line, what, cudaGetErrorString(e));
    abort();
}
#define CU(x) do { cudaError_t e_ = x; if (e_) die(#x, e_, __LINE__); } while (0)

__device__ __forceinline__ float warp_sum(float v)
{
    for (int d = WARP / 2; d > 0; d >>= 1)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

/* the sum is valid in thread 0 only */
__device__ float block_sum(float v)
{
    __shared__ float part[WARP];
    int lane = threadIdx.x & (WARP - 1);
    int warp = threadIdx.x / WARP;

    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    int warps = (blockDim.x + WARP - 1) / WARP;
    v = threadIdx.x < warps ? part[lane] : 0.0f;
    if (warp == 0) v = warp_sum(v);
    return v;
}

__device__ inline void store(float *y, int row, float sum, float alpha, float beta = 0.0f)
{
    y[row] = alpha * sum + beta * y[row];
}

__global__ void thread_row(const float *A, const float *x, float *y, int rows, int cols, float alpha, float beta)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = 0; j < cols; ++j) sum += A[(size_t)row * cols + j] * x[j];
    store(y, row, sum, alpha, beta);
}

__global__ void warp_row(const float *A, const float *x, float *y, int rows, int cols, float alpha, float beta)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return;
    float sum = 0.0f;
    const float *a = A + (size_t)row * cols;
    for (int j = lane; j < cols; j += WARP) sum += a[j] * x[j];
    sum = warp_sum(sum);
    if (lane == 0) store(y, row, sum, alpha, beta);
}

__global__ void block_row(const float *A, const float *x, float *y, int rows, int cols, float alpha, float beta)
{
    __shared__ float buf[256];
    const float *a = A + (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) sum += a[j] * x[j];
    buf[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s; s >>= 1) {
        if (threadIdx.x < s) buf[threadIdx.x] += buf[threadIdx.x + s];
        __syncthreads();
    }
    if (!threadIdx.x) store(y, blockIdx.x, buf[0], alpha, beta);
}

#define FETCH4(p) (*(const float4 *)&(p))

__global__ void vec4_row(const float *A, const float *x, float *y, int rows, int cols, float alpha, float beta)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float sum = 0.0f;
    int j = threadIdx.x * 4;
    while (j < cols) {
        float4 a = FETCH4(A[(size_t)row * cols + j]);
        float4 b = FETCH4(x[j]);
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        j += WARP * 4;
    }
    sum = warp_sum(sum);
    if (threadIdx.x == 0) store(y, row, sum, alpha, beta);
}

/* A is given column by column here: element (i, j) is At[j * rows + i] */
__global__ void col_major(const float *At, const float *x, float *y, int rows, int cols, float alpha, float beta)
{
    extern __shared__ float xs[];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j0 = 0; j0 < cols; j0 += blockDim.x) {
        int j = j0 + threadIdx.x;
        xs[threadIdx.x] = j < cols ? x[j] : 0.0f;
        __syncthreads();
        int n = min(cols - j0, (int)blockDim.x);
        if (row < rows)
            for (int k = 0; k < n; ++k) sum += At[(size_t)(j0 + k) * rows + row] * xs[k];
        __syncthreads();
    }
    if (row < rows) store(y, row, sum, alpha, beta);
}

__global__ void scale(float *y, int n, float beta)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] *= beta;
}

__global__ void split_k(const float *A, const float *x, float *y, int rows, int cols, float alpha, float beta)
{
    int row = blockIdx.y;
    int chunk = (cols + gridDim.x - 1) / gridDim.x;
    int begin = blockIdx.x * chunk;
    int end = begin + chunk < cols ? begin + chunk : cols;
    float sum = 0.0f;
    for (int j = begin + threadIdx.x; j < end; j += blockDim.x)
        sum += A[(size_t)row * cols + j] * x[j];
    sum = block_sum(sum);
    if (threadIdx.x == 0) atomicAdd(y + row, alpha * sum);
    (void)beta; /* done by scale() before */
}

enum shape { ROWS_BY_THREAD, ROWS_BY_WARP, ROWS_BY_BLOCK, ROWS_BY_Y, TRANSPOSED, SPLIT };

static const struct entry {
    const char *name;
    gemv_fn kernel;
    enum shape shape;
} table[] = {
    {"thread_row", thread_row, ROWS_BY_THREAD},
    {"warp_row", warp_row, ROWS_BY_WARP},
    {"block_row", block_row, ROWS_BY_BLOCK},
    {"vec4_row", vec4_row, ROWS_BY_Y},
    {"col_major", col_major, TRANSPOSED},
    {"split_k", split_k, SPLIT},
};

static const int test_sizes[][2] = {
    /* rows, cols (cols: multiple of 4) */
    {16, 16}, {100, 64}, {1024, 1024}, {33, 4096}, {4096, 36}, {2048, 2048},
};

#define COUNT(t) ((int)(sizeof(t) / sizeof((t)[0])))

static void launch(const struct entry *e, const float *A, const float *At, const float *x, float *y,
                   int rows, int cols, float alpha, float beta)
{
    const int threads = 256;
    gemv_fn k = e->kernel;
    switch (e->shape) {
    case ROWS_BY_THREAD:
        k<<<(rows + threads - 1) / threads, threads>>>(A, x, y, rows, cols, alpha, beta);
        break;
    case ROWS_BY_WARP:
        k<<<(rows * WARP + threads - 1) / threads, threads>>>(A, x, y, rows, cols, alpha, beta);
        break;
    case ROWS_BY_BLOCK:
        (*k)<<<rows, threads>>>(A, x, y, rows, cols, alpha, beta);
        break;
    case ROWS_BY_Y:
        k<<<(rows + 7) / 8, dim3(WARP, 8)>>>(A, x, y, rows, cols, alpha, beta);
        break;
    case TRANSPOSED:
        k<<<(rows + threads - 1) / threads, threads, threads * sizeof(float)>>>(At, x, y, rows, cols, alpha, beta);
        break;
    case SPLIT:
        scale<<<(rows + threads - 1) / threads, threads>>>(y, rows, beta);
        k<<<dim3(8, rows), 64>>>(A, x, y, rows, cols, alpha, beta);
        break;
    }
    CU(cudaGetLastError());
}

static int test(int rows, int cols, const char *only)
{
    size_t n = (size_t)rows * cols;
    const float alpha = 1.5f, beta = -0.25f;
    float *A = (float *)malloc(n * sizeof(float)), *At = (float *)malloc(n * sizeof(float));
    float *x = (float *)calloc(cols, sizeof(float)), *y = (float *)calloc(rows, sizeof(float));
    float *out = (float *)calloc(rows, sizeof(float));
    double *ref = (double *)calloc(rows, sizeof(double));
    float *dA, *dAt, *dx, *dy;
    int bad = 0;

    for (int j = 0; j < cols; ++j) x[j] = (float)((j * 7) % 11) / 11.0f;
    for (int i = 0; i < rows; ++i) {
        y[i] = (float)(i % 3);
        ref[i] = beta * y[i];
        for (int j = 0; j < cols; ++j) {
            float a = (float)((i * 31 + j * 17) % 23) / 23.0f - 0.5f;
            A[(size_t)i * cols + j] = At[(size_t)j * rows + i] = a;
            ref[i] += alpha * a * x[j];
        }
    }
    CU(cudaMalloc(&dA, n * sizeof(float)));
    CU(cudaMalloc(&dAt, n * sizeof(float)));
    CU(cudaMalloc(&dx, cols * sizeof(float)));
    CU(cudaMalloc(&dy, rows * sizeof(float)));
    CU(cudaMemcpy(dA, A, n * sizeof(float), cudaMemcpyHostToDevice));
    CU(cudaMemcpy(dAt, At, n * sizeof(float), cudaMemcpyHostToDevice));
    CU(cudaMemcpy(dx, x, cols * sizeof(float), cudaMemcpyHostToDevice));

    for (int k = 0; k < COUNT(table); ++k) {
        if (only && strcmp(only, table[k].name)) continue;
        CU(cudaMemcpy(dy, y, rows * sizeof(float), cudaMemcpyHostToDevice));
        launch(&table[k], dA, dAt, dx, dy, rows, cols, alpha, beta);
        CU(cudaMemcpy(out, dy, rows * sizeof(float), cudaMemcpyDeviceToHost));
        double worst = 0;
        for (int i = 0; i < rows; ++i) worst = fmax(worst, fabs(out[i] - ref[i]));

        cudaEvent_t a, b;
        CU(cudaEventCreate(&a));
        CU(cudaEventCreate(&b));
        CU(cudaEventRecord(a));
        for (int r = 0; r < REPEAT; ++r) launch(&table[k], dA, dAt, dx, dy, rows, cols, alpha, beta);
        CU(cudaEventRecord(b));
        CU(cudaEventSynchronize(b));
        float ms;
        CU(cudaEventElapsedTime(&ms, a, b));
        printf("%5d x %-5d %-12s %9.2f us %8.2f GB/s  err %.1e %s\n", rows, cols, table[k].name,
               1e3 * ms / REPEAT, n * 4e-6 * REPEAT / ms, worst, worst > 1e-2 ? "<<<BAD>>>" : "");
        bad += worst > 1e-2;
        cudaEventDestroy(a);
        cudaEventDestroy(b);
    }
    cudaFree(dA); cudaFree(dAt); cudaFree(dx); cudaFree(dy);
    free(A); free(At); free(x); free(y); free(out); free(ref);
    return bad;
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    int bad = 0;
    for (int s = 0; s < COUNT(test_sizes); ++s)
        bad += test(test_sizes[s][0], test_sizes[s][1], only);
    puts(bad ? "something's wrong" : "all \"fine\"");
    return bad;
}
