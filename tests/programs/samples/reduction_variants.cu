/* Four ways to add up an array of floats, selected from a table of host
 * functions.  Every method gets the same read-only input and its own scratch.
 *
 *   reduction_variants            runs all
 *   reduction_variants shuffle    runs one
 */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GPU_ASSERT(x) gpuAssert((x), #x, __LINE__)
static inline void gpuAssert(cudaError_t e, const char *what, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
    exit(1);
}

template <class T> static inline T divUp(T a, T b) { return (a + b - 1) / b; }

/* ---- 1: one atomic per thread ------------------------------------------ */
__global__ void sumAtomic(const float *x, float *result, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += x[i];
    atomicAdd(result, s);
}

/* ---- 2: in-place halving, one launch per level -------------------------- */
__global__ void foldUpperHalf(float *x, int len, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + half < len) x[i] += x[i + half];
}

/* ---- 3: tree in dynamic shared memory, repeated until one value is left -- */
__global__ void treeShared(const float *in, float *out, int n)
{
    extern __shared__ float s[];
    const unsigned t = threadIdx.x;
    int i = blockIdx.x * 2 * blockDim.x + t;
    s[t] = (i < n ? in[i] : 0.0f) + (i + (int)blockDim.x < n ? in[i + blockDim.x] : 0.0f);
    __syncthreads();
    for (unsigned w = blockDim.x >> 1; w; w >>= 1) {
        if (t < w) s[t] += s[t + w];
        __syncthreads();
    }
    if (!t) out[blockIdx.x] = *s;
}

/* ---- 4: warp shuffles, the number of warps is a template argument -------- */
template <int WARPS>
__global__ void warpShuffle(const float *in, float *out, int n)
{
    __shared__ float perWarp[WARPS];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = 0;
    for (int i = blockIdx.x * WARPS * 32 + threadIdx.x; i < n; i += WARPS * 32 * gridDim.x) v += in[i];
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (lane == 0) perWarp[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float r = 0;
        for (int w = 0; w < WARPS; ++w) r += perWarp[w];
        out[blockIdx.x] = r;
    }
}

static float runAtomic(const float *d, float *scratch, int n)
{
    float r;
    GPU_ASSERT(cudaMemset(scratch, 0, sizeof(float)));
    sumAtomic<<<30, 96>>>(d, scratch, n);
    GPU_ASSERT(cudaMemcpy(&r, scratch, sizeof r, cudaMemcpyDeviceToHost));
    return r;
}

static float runFold(const float *d, float *scratch, int n)
{
    float r;
    GPU_ASSERT(cudaMemcpy(scratch, d, n * sizeof *d, cudaMemcpyDeviceToDevice));
    for (int len = n; len > 1;) {
        int half = divUp(len, 2);
        foldUpperHalf<<<divUp(half, 256), 256>>>(scratch, len, half);
        len = half;
    }
    GPU_ASSERT(cudaMemcpy(&r, scratch, sizeof r, cudaMemcpyDeviceToHost));
    return r;
}

static float runTree(const float *d, float *scratch, int n)
{
    enum { THREADS = 128 };
    float r;
    const float *src = d;
    float *dst = scratch, *other = scratch + divUp(n, 2 * THREADS);
    for (;;) {
        const int blocks = divUp(n, 2 * (int)THREADS);
        treeShared<<<blocks, THREADS, THREADS * sizeof(float)>>>(src, dst, n);
        if (blocks == 1) break;
        n = blocks;
        src = dst;
        float *t = dst; dst = other; other = t;
    }
    GPU_ASSERT(cudaMemcpy(&r, dst, sizeof r, cudaMemcpyDeviceToHost));
    return r;
}

static float runShuffle(const float *d, float *scratch, int n)
{
    float r;
    const int blocks = n > (1 << 16) ? 60 : 15;
    warpShuffle<8><<<blocks, 8 * 32>>>(d, scratch, n);
    warpShuffle<2><<<1, 2 * 32>>>(scratch, scratch + blocks, blocks);
    GPU_ASSERT(cudaMemcpy(&r, scratch + blocks, sizeof r, cudaMemcpyDeviceToHost));
    return r;
}

static const struct Method {
    const char *name;
    float (*run)(const float *, float *, int);
} methods[] = {
    {"atomic", runAtomic},
    {"fold", runFold},
    {"tree", runTree},
    {"shuffle", runShuffle},
};

int main(int argc, char **argv)
{
    const int n = 180 * 1000 + 77;
    const char *only = argc > 1 ? argv[1] : NULL;
    float *h = (float *)malloc(n * sizeof *h);
    double want = 0;
    for (int i = 0; i < n; i++) {
        h[i] = (float)((i * 29) % 64) / 64.0f;
        want += h[i];
    }
    float *d, *scratch;
    GPU_ASSERT(cudaMalloc((void **)&d, n * sizeof *d));
    GPU_ASSERT(cudaMalloc((void **)&scratch, n * sizeof *scratch));
    GPU_ASSERT(cudaMemcpy(d, h, n * sizeof *h, cudaMemcpyHostToDevice));

    int failed = 0, ran = 0;
    for (const Method &m : methods) {
        if (only && strcmp(only, m.name)) continue;
        const float got = m.run(d, scratch, n);
        GPU_ASSERT(cudaGetLastError());
        const int ok = fabs(got - want) < 1e-4 * want;
        printf("%-8s %.3f (expected %.3f) %s\n", m.name, got, want, ok ? "ok" : "WRONG");
        failed += !ok;
        ran++;
    }
    if (!ran) printf("there is no method '%s'\n", only);
    GPU_ASSERT(cudaFree(d));
    GPU_ASSERT(cudaFree(scratch));
    free(h);
    puts(failed || !ran ? "FAILED" : "PASSED");
    return failed || !ran;
}
