/*
 * Option pricing in chunks spread over several streams: prices of European
 * calls and puts, then the volatility is recovered from the call price by
 * bisection.  Host buffers are pinned so that copies overlap with kernels.
 */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDA_CHECK(expr) cudaCheckImpl((expr), #expr, __FILE__, __LINE__)

static void cudaCheckImpl(cudaError_t err, const char *expr, const char *file, int line)
{
    if (err == cudaSuccess) return;
    fprintf(stderr, "%s(%d): %s -> %s\n", file, line, expr, cudaGetErrorString(err));
    exit(EXIT_FAILURE);
}

struct Option {
    float spot, strike, years, vol;
};

struct Quote {
    float call, put;
};

const int kOptions = 50000;
const int kChunk = 8192;
const int kStreams = 3;
const float kRate = 0.02f;

__host__ __device__ inline float normalCdf(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__host__ __device__ inline Quote price(const Option &o, float vol, float rate)
{
    const float sd = vol * sqrtf(o.years);
    const float d1 = logf(o.spot / o.strike) / sd + rate * o.years / sd + 0.5f * sd;
    const float pv = o.strike * expf(-rate * o.years);
    Quote q;
    q.call = o.spot * normalCdf(d1) - pv * normalCdf(d1 - sd);
    q.put = q.call - o.spot + pv;
    return q;
}

__global__ void priceKernel(const Option *options, Quote *quotes, int count, float rate)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        quotes[i] = price(options[i], options[i].vol, rate);
}

__global__ void impliedVolKernel(const Option *options, const Quote *quotes, float *vol, int count, float rate, int steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float lo = 0.01f, hi = 2.0f;
    for (int s = 0; s < steps; s++) {
        const float mid = 0.5f * (lo + hi);
        if (price(options[i], mid, rate).call > quotes[i].call) hi = mid;
        else lo = mid;
    }
    vol[i] = 0.5f * (lo + hi);
}

struct Lane {
    cudaStream_t stream;
    Option *options;
    Quote *quotes;
    float *vol;

    void open()
    {
        CUDA_CHECK(cudaStreamCreate(&stream));
        CUDA_CHECK(cudaMalloc((void **)&options, kChunk * sizeof(Option)));
        CUDA_CHECK(cudaMalloc((void **)&quotes, kChunk * sizeof(Quote)));
        CUDA_CHECK(cudaMalloc((void **)&vol, kChunk * sizeof(float)));
    }
    void close()
    {
        cudaStreamDestroy(stream);
        cudaFree(options);
        cudaFree(quotes);
        cudaFree(vol);
    }
    void process(const Option *hOptions, Quote *hQuotes, float *hVol, int count)
    {
        CUDA_CHECK(cudaMemcpyAsync(options, hOptions, count * sizeof(Option), cudaMemcpyHostToDevice, stream));
        priceKernel<<<16, 128, 0, stream>>>(options, quotes, count, kRate);
        const int blocks = (count + 255) / 256;
        impliedVolKernel<<<blocks, 256, 0, stream>>>(options, quotes, vol, count, kRate, 20);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpyAsync(hQuotes, quotes, count * sizeof(Quote), cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaMemcpyAsync(hVol, vol, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
    }
};

static float between(float lo, float hi) { return lo + (hi - lo) * (float)(rand() % 10001) / 10000.0f; }

int main(int argc, char **argv)
{
    const bool quiet = argc > 1 && strcmp(argv[1], "-q") == 0;
    Option *options;
    Quote *quotes;
    float *vol;
    CUDA_CHECK(cudaHostAlloc((void **)&options, kOptions * sizeof(Option), cudaHostAllocWriteCombined));
    CUDA_CHECK(cudaMallocHost((void **)&quotes, kOptions * sizeof(Quote)));
    CUDA_CHECK(cudaMallocHost((void **)&vol, kOptions * sizeof(float)));
    srand(77);
    for (int i = 0; i < kOptions; i++)
        options[i] = {between(80.0f, 120.0f), between(90.0f, 110.0f), between(0.5f, 3.0f), between(0.15f, 0.6f)};

    Lane lanes[kStreams];
    for (Lane &l : lanes) l.open();
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaEventRecord(begin, 0));
    int chunk = 0;
    for (int first = 0; first < kOptions; first += kChunk, chunk++) {
        const int count = first + kChunk <= kOptions ? kChunk : kOptions - first;
        lanes[chunk % kStreams].process(options + first, quotes + first, vol + first, count);
    }
    for (Lane &l : lanes) CUDA_CHECK(cudaStreamSynchronize(l.stream));
    CUDA_CHECK(cudaEventRecord(end, 0));
    CUDA_CHECK(cudaEventSynchronize(end));
    float ms = 0.0f;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (!quiet) printf("%d options, %d chunks, %d streams: %.3f ms\n", kOptions, chunk, kStreams, ms);

    double worstPrice = 0, worstVol = 0;
    for (int i = 0; i < kOptions; i++) {
        const Quote q = price(options[i], options[i].vol, kRate);
        worstPrice = fmax(worstPrice, fmax(fabs(q.call - quotes[i].call), fabs(q.put - quotes[i].put)));
        worstVol = fmax(worstVol, fabs(options[i].vol - vol[i]));
    }
    const bool ok = worstPrice < 1e-3 && worstVol < 1e-2;
    printf("largest price error %.2e, largest volatility error %.2e: %s\n", worstPrice, worstVol, ok ? "PASSED" : "FAILED");
    for (Lane &l : lanes) l.close();
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    CUDA_CHECK(cudaFreeHost(options));
    CUDA_CHECK(cudaFreeHost(quotes));
    CUDA_CHECK(cudaFreeHost(vol));
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
