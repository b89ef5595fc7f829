/* Copy bandwidth for sizes that double, with a vectorised kernel and a plain
 * one.  Buffers are allocated for the largest size once. */
#include <cuda_runtime.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB (1024ull)
#define MIN_BYTES (64 * KIB)
#define MAX_BYTES (1024 * KIB)
#define THREADS 256

#define LOG(fmt, ...) fprintf(stdout, "[bw] " fmt "\n", ##__VA_ARGS__)
#define DIE(fmt, ...)                                    \
    do {                                                 \
        fprintf(stderr, "[bw] " fmt "\n", ##__VA_ARGS__); \
        exit(2);                                         \
    } while (0)
#define CU(call)                                         \
    do {                                                 \
        cudaError_t err__ = (call);                      \
        if (err__ != cudaSuccess)                        \
            DIE("%s: %s", #call, cudaGetErrorString(err__)); \
    } while (0)

__global__ void copy_plain(const float *__restrict__ src, float *__restrict__ dst, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = src[i];
}

__global__ void copy_vec4(const float4 *__restrict__ src, float4 *__restrict__ dst, size_t n4)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4)
        dst[i] = src[i];
}

enum Mode { PLAIN, VEC4 };

static float time_copy(enum Mode mode, const float *src, float *dst, size_t bytes, int reps)
{
    cudaEvent_t t0, t1;
    float ms = 0.0f;
    size_t n = bytes / sizeof(float);
    CU(cudaEventCreate(&t0));
    CU(cudaEventCreate(&t1));
    CU(cudaEventRecord(t0));
    for (int r = 0; r < reps; r++) {
        if (mode == PLAIN) {
            unsigned grid = (unsigned)((n + THREADS - 1) / THREADS);
            copy_plain<<<grid, THREADS>>>(src, dst, n);
        } else {
            size_t n4 = n / 4;
            unsigned grid = (unsigned)((n4 + THREADS - 1) / THREADS);
            copy_vec4<<<grid, THREADS>>>((const float4 *)src, (float4 *)dst, n4);
        }
    }
    CU(cudaEventRecord(t1));
    CU(cudaEventSynchronize(t1));
    CU(cudaGetLastError());
    CU(cudaEventElapsedTime(&ms, t0, t1));
    CU(cudaEventDestroy(t0));
    CU(cudaEventDestroy(t1));
    return ms / reps;
}

static int same(const float *a, const float *dev, size_t bytes)
{
    float *b = (float *)malloc(bytes);
    CU(cudaMemcpy(b, dev, bytes, cudaMemcpyDeviceToHost));
    int r = memcmp(a, b, bytes) == 0;
    free(b);
    return r;
}

int main(int argc, char **argv)
{
    int reps = argc > 1 ? atoi(argv[1]) : 2;
    if (reps <= 0)
        DIE("bad number of repetitions: %s", argv[1]);

    float *h = (float *)malloc(MAX_BYTES), *src, *dst;
    for (size_t i = 0; i < MAX_BYTES / sizeof(float); i++)
        h[i] = (float)(i % 4096);
    CU(cudaMalloc((void **)&src, MAX_BYTES));
    CU(cudaMalloc((void **)&dst, MAX_BYTES));
    CU(cudaMemcpy(src, h, MAX_BYTES, cudaMemcpyHostToDevice));

    int failed = 0;
    for (size_t bytes = MIN_BYTES; bytes <= MAX_BYTES; bytes *= 2) {
        for (int m = PLAIN; m <= VEC4; m++) {
            CU(cudaMemset(dst, 0, bytes));
            float ms = time_copy((enum Mode)m, src, dst, bytes, reps);
            int ok = same(h, dst, bytes);
            failed += !ok;
            LOG("%8" PRIu64 " KiB %s %8.2f GB/s %s", (uint64_t)(bytes / KIB), m == PLAIN ? "plain" : "vec4 ",
                2.0 * bytes / (ms * 1e6), ok ? "" : "MISMATCH");
        }
    }
    LOG("done, %d failures", failed);
    CU(cudaFree(src));
    CU(cudaFree(dst));
    free(h);
    return failed != 0;
}
