/*
 * reduction_five.cu
 *
 * Homework 3: sum of N numbers, five versions of one kernel.
 *
 *   v0  interleaved addressing, modulo        (slow: divergence)
 *   v1  interleaved addressing, strided index (slow: bank conflicts)
 *   v2  sequential addressing
 *   v3  first add during load
 *   v4  template, unrolled last warp
 *
 * Call of the old version, kept for the report:
 *     reduce_v0<<<blocks, threads>>>(d_in, d_out);
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>

#define BLOCK 256
#define MAX_BLOCKS 65535
#define REPEAT 10

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t err_ = (call);                                         \
        if (err_ != cudaSuccess) {                                         \
            fprintf(stderr, "%s:%d: %s -> %s\n", __FILE__, __LINE__,       \
                    #call, cudaGetErrorString(err_));                      \
            exit(EXIT_FAILURE);                                            \
        }                                                                  \
    } while (0)

#define MIN2(a, b) ((a) < (b) ? (a) : (b))

typedef float real;

/* forward declarations, so that the launcher can stay on top */
__global__ void reduce_v0(const real *in, real *out, int n);
__global__ void reduce_v1(const real *in, real *out, int n);
__global__ void reduce_v2(const real *in, real *out, int n);
__global__ void reduce_v3(const real *in, real *out, int n);
template <unsigned int blockSize>
__global__ void reduce_v4(const real *in, real *out, int n);

struct result {
    const char *name;
    double      ms;
    double      gbs;
    real        value;
};

static int next_pow2(int x)
{
    int p = 1;
    while (p < x) p <<= 1;
    return p;
}

/* Launcher of the template version; block size only known at run time. */
static void launch_v4(const real *d_in, real *d_out, int n, int threads, int blocks)
{
    switch (threads) {
    case 512:
        reduce_v4<512><<<blocks, 512>>>(d_in, d_out, n);
        break;
    case 256:
        reduce_v4<256><<<blocks, 256>>>(d_in, d_out, n);
        break;
    case 128:
        reduce_v4<128><<<blocks, 128>>>(d_in, d_out, n);
        break;
    case 64:
        reduce_v4< 64><<<blocks,  64>>>(d_in, d_out, n);
        break;
    default:
        fprintf(stderr, "block size %d isn't supported (use 64 ... 512)\n", threads);
        exit(2);
    }
}

/* ------------------------------------------------------------------ v0 */
__global__ void reduce_v0(const real *in, real *out, int n)
{
    __shared__ real sdata[BLOCK];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

/* ------------------------------------------------------------------ v1 */
__global__ void reduce_v1(const real *in, real *out, int n)
{
    __shared__ real sdata[BLOCK];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) {
            sdata[index] += sdata[index + s];
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

/* ------------------------------------------------------------------ v2 */
__global__ void reduce_v2(const real *in, real *out, int n)
{
    extern __shared__ real dyn[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    dyn[tid] = (i < n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            dyn[tid] += dyn[tid + s];
            __syncthreads();        /* TODO: is this the right place?? */
        }
    }
    if (tid == 0) out[blockIdx.x] = dyn[0];
}

/* ------------------------------------------------------------------ v3 */
__global__ void reduce_v3(const real *in, real *out, int n)
{
    extern __shared__ real dyn[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;

    real mine = 0.0f;
    if (i < n) mine = in[i];
    if (i + blockDim.x < n) mine += in[i + blockDim.x];
    dyn[tid] = mine;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) dyn[tid] = mine = mine + dyn[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = mine;
}

/* ------------------------------------------------------------------ v4 */
template <unsigned int blockSize>
__device__ void last_warp(volatile real *s, unsigned int tid)
{
    if (blockSize >= 64) s[tid] += s[tid + 32];
    if (blockSize >= 32) s[tid] += s[tid + 16];
    if (blockSize >= 16) s[tid] += s[tid + 8];
    if (blockSize >= 8)  s[tid] += s[tid + 4];
    if (blockSize >= 4)  s[tid] += s[tid + 2];
    if (blockSize >= 2)  s[tid] += s[tid + 1];
}

template <unsigned int blockSize>
__global__ void reduce_v4(const real *in, real *out, int n)
{
    __shared__ real sdata[blockSize];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;

    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += in[i];
        if (i + blockSize < n) sdata[tid] += in[i + blockSize];
        i += gridSize;
    }
    __syncthreads();

    if (blockSize >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64)  sdata[tid] += sdata[tid + 64];  __syncthreads(); }

    if (tid < 32) last_warp<blockSize>(sdata, tid);
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

/* the CPU version we compare with (Kahan, so that it's really exact) */
static double cpu_sum(const real *x, int n)
{
    double sum = 0.0, c = 0.0;
    for (int i = 0; i < n; i++) {
        double y = x[i] - c;
        double t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    return sum;
}

#if 0
    This block isn't compiled, so it's a good place for notes:
    don't forget the "tail when n is not a multiple of BLOCK.
    __global__ void reduce_v5(float *in { ...
    reduce_v5<<<1, 32>>>(
#endif

static real finish_on_host(const real *d_out, int blocks)
{
    real *h = (real *)malloc(blocks * sizeof(real));
    real total = 0;
    CHECK(cudaMemcpy(h, d_out, blocks * sizeof(real), cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; b++) total += h[b];
    free(h);
    return total;
}

static void print_result(const struct result *r, double reference)
{
    double rel = fabs(r->value - reference) / fabs(reference);
    printf("| %-6s | %9.4f ms | %8.2f GB/s | %14.4f | %s |\n", r->name, r->ms, r->gbs,
           (double)r->value, rel < 1e-4 ? "ok" : "<<< WRONG >>>");
}

int main(int argc, char **argv)
{
    int n = 1 << 22;
    int threads = BLOCK;
    int only = -1;

    for (int a = 1; a < argc; a++) {
        if (strcmp(argv[a], "-v") == 0 && a + 1 < argc) {
            only = atoi(argv[++a]);
        } else if (!strcmp(argv[a], "-h")) {
            printf("usage: %s [-v version]\n", argv[0]);
            return 0;
        }
    }

    const int blocks = (n + threads - 1) / threads;
    const int half = (n + 2 * threads - 1) / (2 * threads);

    real *h_in = (real *)malloc(n * sizeof(real));
    srand(4711);
    for (int i = 0; i < n; i++) h_in[i] = (real)(rand() % 100) * 0.01f;
    double reference = cpu_sum(h_in, n);

    real *d_in = NULL, *d_out = NULL;
    CHECK(cudaMalloc((void **)&d_in, n * sizeof(real)));
    CHECK(cudaMalloc((void **)&d_out, blocks * sizeof(real)));
    CHECK(cudaMemcpy(d_in, h_in, n * sizeof(real), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int v = 0; v < 5; v++) {
        struct result r = { "?", 0, 0, 0 };
        int used = blocks;
        if (only >= 0 && only != v) continue;

        CHECK(cudaEventRecord(start));
        for (int rep = 0; rep < REPEAT; rep++) {
            switch (v) {
            case 0:
                r.name = "v0";
                reduce_v0<<<blocks, threads>>>(d_in, d_out, n);
                break;
            case 1:
                r.name = "v1";
                reduce_v1<<<blocks, threads>>>(d_in, d_out, n);
                break;
            case 2:
                r.name = "v2";
                reduce_v2<<<blocks, threads, threads * sizeof(real)>>>(d_in, d_out, n);
                break;
            case 3:
                r.name = "v3";
                used = half;
                reduce_v3<<<half, threads, threads * sizeof(real), 0>>>(d_in, d_out, n);
                break;
            default:
                r.name = "v4";
                used = MIN2(half, 64);
                launch_v4(d_in, d_out, n, threads, used);
            }
        }
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));

        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        r.ms = ms / REPEAT;
        r.gbs = n * sizeof(real) / (r.ms * 1.0e6);
        r.value = finish_on_host(d_out, used);
        print_result(&r, reference);
    }

    printf("reference %.4f, next power of two %d\n", reference, next_pow2(n));

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    free(h_in);
    return 0;
}
