// A signal goes through the GPU in pieces; the pieces are spread over a few
// streams so that upload, kernel and download of different pieces overlap.
// Three schedules are tried, the outcome has to be the same bit for bit.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int kThreads = 256;
static const int kPieces = 8;
static const int kStreams = 3;
static const int kPieceLen = 40 * kThreads + 100;   // ragged on purpose
static const int kTotal = kPieces * kPieceLen;

static int failures = 0;

static void must(cudaError_t rc, const char *what)
{
    if (rc == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(rc));
    exit(3);
}
#define MUST(x) must((x), #x)

// compand each sample of [begin, begin + count)
__global__ void compand(float *signal, int begin, int count, float mu)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count)
        return;
    float s = signal[begin + k];
    float m = logf(1.0f + mu * fabsf(s)) / logf(1.0f + mu);
    signal[begin + k] = s < 0.0f ? -m : m;
}

static unsigned blocks_for(int count) { return (unsigned)((count + kThreads - 1) / kThreads); }

static void refill(float *host)
{
    for (int i = 0; i < kTotal; i++)
        host[i] = (float)((i * 17) % 2001 - 1000) / 1000.0f;
}

static void verify(const char *name, const float *got)
{
    int bad = 0;
    for (int i = 0; i < kTotal; i++) {
        float s = (float)((i * 17) % 2001 - 1000) / 1000.0f;
        float m = logf(1.0f + 255.0f * fabsf(s)) / logf(256.0f);
        if (fabsf((s < 0.0f ? -m : m) - got[i]) > 1e-5f)
            bad++;
    }
    printf("%-14s %s\n", name, bad ? "WRONG" : "fine");
    failures += bad != 0;
}

int main(void)
{
    const size_t all = kTotal * sizeof(float), piece = kPieceLen * sizeof(float);
    float *host, *dev;
    cudaStream_t stream[kStreams];
    MUST(cudaMallocHost((void **)&host, all));
    MUST(cudaMalloc((void **)&dev, all));
    for (int s = 0; s < kStreams; s++)
        MUST(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));

    // schedule 1: no pieces
    refill(host);
    MUST(cudaMemcpy(dev, host, all, cudaMemcpyHostToDevice));
    compand<<<blocks_for(kTotal), kThreads>>>(dev, 0, kTotal, 255.0f);
    MUST(cudaMemcpy(host, dev, all, cudaMemcpyDeviceToHost));
    verify("in one go", host);

    // schedule 2: piece by piece, round robin over the streams
    refill(host);
    for (int p = 0; p < kPieces; p++) {
        cudaStream_t st = stream[p % kStreams];
        int begin = p * kPieceLen;
        MUST(cudaMemcpyAsync(dev + begin, host + begin, piece, cudaMemcpyHostToDevice, st));
        compand<<<blocks_for(kPieceLen), kThreads, 0, st>>>(dev, begin, kPieceLen, 255.0f);
        MUST(cudaMemcpyAsync(host + begin, dev + begin, piece, cudaMemcpyDeviceToHost, st));
    }
    MUST(cudaDeviceSynchronize());
    verify("depth first", host);

    // schedule 3: all uploads first, and the last piece is worked on first
    refill(host);
    for (int p = kPieces; p-- > 0;)
        MUST(cudaMemcpyAsync(&dev[p * kPieceLen], &host[p * kPieceLen], piece, cudaMemcpyHostToDevice, stream[p % kStreams]));
    for (int p = kPieces; p-- > 0;)
        compand<<<blocks_for(kPieceLen), kThreads, 0, stream[p % kStreams]>>>(dev + p * kPieceLen, 0, kPieceLen, 255.0f);
    for (int p = kPieces; p-- > 0;)
        MUST(cudaMemcpyAsync(&host[p * kPieceLen], &dev[p * kPieceLen], piece, cudaMemcpyDeviceToHost, stream[p % kStreams]));
    for (int s = 0; s < kStreams; s++) {
        MUST(cudaStreamSynchronize(stream[s]));
        MUST(cudaStreamDestroy(stream[s]));
    }
    verify("breadth first", host);

    cudaFree(dev);
    cudaFreeHost(host);
    return failures;
}
