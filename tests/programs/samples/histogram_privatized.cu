/* Histograms of float samples.  Three kernels that trade shared memory for
 * fewer collisions:
 *   direct     - atomics on the global bins
 *   shared     - one private copy per block
 *   replicated - COPIES private copies per block, folded at the end by a
 *                kernel of its own
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <cuda_runtime.h>

typedef uint32_t bin_t;

struct Range {
    float lo, hi;
    int bins;
};

#define BINS 100
#define COPIES 6
#define SAMPLES (90 * 1024)
#define BLOCK 160

static const int kBlocks = 36;

#define MUST(x)                                                                   \
    do {                                                                          \
        cudaError_t e_ = (x);                                                     \
        if (e_ != cudaSuccess) {                                                  \
            fprintf(stderr, "%s (line %d): %s\n", #x, __LINE__, cudaGetErrorString(e_)); \
            exit(EXIT_FAILURE);                                                   \
        }                                                                         \
    } while (0)

__host__ __device__ inline int binOf(float v, Range r)
{
    int b = (int)((v - r.lo) / (r.hi - r.lo) * r.bins);
    return b < 0 ? 0 : (b >= r.bins ? r.bins - 1 : b);
}

__global__ void histogramDirect(const float *v, size_t n, Range r, bin_t *bins)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&bins[binOf(v[i], r)], 1u);
}

__global__ void histogramShared(const float *v, size_t n, Range r, bin_t *bins)
{
    extern __shared__ bin_t mine[];
    for (int b = threadIdx.x; b < r.bins; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&mine[binOf(v[i], r)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < r.bins; b += blockDim.x)
        if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

// out[block][bin], no atomics on global memory
template <int NBINS, int NCOPIES>
__global__ void histogramReplicated(const float *v, size_t n, Range r, bin_t (*out)[NBINS])
{
    __shared__ bin_t s[NCOPIES][NBINS + 1];
    for (int k = threadIdx.x; k < NCOPIES * (NBINS + 1); k += blockDim.x) (&s[0][0])[k] = 0;
    __syncthreads();
    bin_t *copy = s[threadIdx.x % NCOPIES];
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&copy[binOf(v[i], r)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < NBINS; b += blockDim.x) {
        bin_t sum = 0;
        for (int c = 0; c < NCOPIES; ++c) sum += s[c][b];
        out[blockIdx.x][b] = sum;
    }
}

__global__ void foldBlocks(const bin_t *partial, bin_t *bins, int nbins, int blocks)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= nbins) return;
    bin_t sum = 0;
    for (int k = 0; k < blocks; ++k) sum += partial[k * nbins + b];
    bins[b] = sum;
}

static int report(const char *name, const bin_t *dBins, const bin_t *want, float ms)
{
    bin_t got[BINS];
    MUST(cudaMemcpy(got, dBins, sizeof got, cudaMemcpyDeviceToHost));
    const int same = memcmp(got, want, sizeof got) == 0;
    printf("%-11s %8.3f ms   %s\n", name, ms, same ? "matches" : "DIFFERS");
    return !same;
}

int main(void)
{
    const Range r = {-3.0f, 3.0f, BINS};
    float *h = (float *)malloc(SAMPLES * sizeof(float));
    bin_t want[BINS] = {0};
    srand(31337);
    for (int i = 0; i < SAMPLES; i++) {           /* sum of four uniforms: a bump in the middle */
        float s = 0;
        for (int k = 0; k < 4; k++) s += (float)(rand() % 2048) / 1024.0f - 1.0f;
        h[i] = s;
        want[binOf(s, r)]++;
    }

    float *dv;
    bin_t *dBins, *dPartial;
    MUST(cudaMalloc((void **)&dv, SAMPLES * sizeof(float)));
    MUST(cudaMalloc((void **)&dBins, sizeof want));
    MUST(cudaMalloc((void **)&dPartial, kBlocks * sizeof want));
    MUST(cudaMemcpy(dv, h, SAMPLES * sizeof *h, cudaMemcpyHostToDevice));

    cudaEvent_t t[2];
    for (int i = 0; i < 2; i++) MUST(cudaEventCreate(t + i));
    float ms;
    int bad = 0;
#define TIMED(...)                                     \
    MUST(cudaMemset(dBins, 0, sizeof want));           \
    MUST(cudaEventRecord(t[0]));                       \
    __VA_ARGS__;                                       \
    MUST(cudaEventRecord(t[1]));                       \
    MUST(cudaEventSynchronize(t[1]));                  \
    MUST(cudaEventElapsedTime(&ms, t[0], t[1]))

    TIMED(histogramDirect<<<kBlocks * 2, BLOCK>>>(dv, SAMPLES, r, dBins));
    bad += report("direct", dBins, want, ms);

    TIMED(histogramShared<<<kBlocks, BLOCK, BINS * sizeof(bin_t)>>>(dv, SAMPLES, r, dBins));
    bad += report("shared", dBins, want, ms);

    TIMED(histogramReplicated<BINS, COPIES><<<kBlocks, BLOCK>>>(dv, SAMPLES, r, (bin_t(*)[BINS])dPartial);
          foldBlocks<<<(BINS + 63) / 64, 64>>>(dPartial, dBins, BINS, kBlocks));
    bad += report("replicated", dBins, want, ms);

    MUST(cudaEventDestroy(t[0]));
    MUST(cudaEventDestroy(t[1]));
    MUST(cudaFree(dv));
    MUST(cudaFree(dBins));
    MUST(cudaFree(dPartial));
    free(h);
    printf("%s\n", bad ? "FAILED" : "PASSED");
    return bad != 0;
}
