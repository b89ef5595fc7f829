// Residual add fused with RMS normalisation, and its backward pass.
//   y = x + r;   out = w * y / rms(y)
// Rows are tokens, columns are features.  The weight gradient is summed in
// two stages: slabs of rows first, then over the slabs.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

namespace nn {

struct Shape {
    int tokens, features;
    __host__ __device__ size_t size() const { return (size_t)tokens * features; }
};

constexpr float kEps = 1e-5f;
constexpr int kSlabRows = 24;

template <int THREADS>
__device__ float sumOverBlock(float v)
{
    __shared__ float s[THREADS];
    s[threadIdx.x] = v;
    for (int w = THREADS / 2; w > 0; w /= 2) {
        __syncthreads();
        if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w];
    }
    __syncthreads();
    float r = s[0];
    __syncthreads();
    return r;
}

template <int THREADS>
__global__ void forward(const float *x, const float *r, const float *w, float *y, float *out, float *invRms, Shape sh)
{
    const size_t base = (size_t)blockIdx.x * sh.features;
    float sq = 0;
    for (int c = threadIdx.x; c < sh.features; c += THREADS) {
        float v = x[base + c] + r[base + c];
        y[base + c] = v;
        sq += v * v;
    }
    const float inv = 1.0f / sqrtf(sumOverBlock<THREADS>(sq) / sh.features + kEps);
    for (int c = threadIdx.x; c < sh.features; c += THREADS) out[base + c] = w[c] * y[base + c] * inv;
    if (threadIdx.x == 0) invRms[blockIdx.x] = inv;
}

template <int THREADS>
__global__ void backwardInput(const float *grad, const float *y, const float *w, const float *invRms, float *dy, int features)
{
    const size_t base = (size_t)blockIdx.x * features;
    float dot = 0;
    for (int c = threadIdx.x; c < features; c += THREADS) dot += grad[base + c] * w[c] * y[base + c];
    const float inv = invRms[blockIdx.x];
    const float k = sumOverBlock<THREADS>(dot) * inv * inv * inv / features;
    for (int c = threadIdx.x; c < features; c += THREADS) dy[base + c] = grad[base + c] * w[c] * inv - k * y[base + c];
}

__global__ void weightSlabs(const float *grad, const float *y, const float *invRms, float *slabs, Shape sh)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= sh.features) return;
    const int from = blockIdx.y * kSlabRows, to = min(from + kSlabRows, sh.tokens);
    float s = 0;
    for (int t = from; t < to; ++t) s += grad[(size_t)t * sh.features + c] * y[(size_t)t * sh.features + c] * invRms[t];
    slabs[(size_t)blockIdx.y * sh.features + c] = s;
}

__global__ void weightTotal(const float *slabs, float *dw, int features, int count)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= features) return;
    float s = 0;
    for (int k = 0; k < count; ++k) s += slabs[(size_t)k * features + c];
    dw[c] = s;
}

inline int blocksFor(int n, int t) { return n / t + (n % t ? 1 : 0); }

struct Buffers {
    float *x, *r, *w, *y, *out, *inv, *grad, *dy, *slabs, *dw;
};

cudaError_t rmsForward(const Buffers &b, Shape sh)
{
    if (sh.features <= 128)
        forward<64><<<sh.tokens, 64>>>(b.x, b.r, b.w, b.y, b.out, b.inv, sh);
    else
        forward<256><<<sh.tokens, 256>>>(b.x, b.r, b.w, b.y, b.out, b.inv, sh);
    return cudaGetLastError();
}

cudaError_t rmsBackward(const Buffers &b, Shape sh)
{
    const int slabs = blocksFor(sh.tokens, kSlabRows);
    constexpr int kCols = 96;
    backwardInput<128><<<sh.tokens, 128>>>(b.grad, b.y, b.w, b.inv, b.dy, sh.features);
    weightSlabs<<<dim3(blocksFor(sh.features, kCols), slabs), kCols>>>(b.grad, b.y, b.inv, b.slabs, sh);
    weightTotal<<<blocksFor(sh.features, kCols), kCols>>>(b.slabs, b.dw, sh.features, slabs);
    return cudaGetLastError();
}

}  // namespace nn

static double distance(const float *dev, const double *ref, size_t n)
{
    float *h = (float *)malloc(n * sizeof(float));
    cudaMemcpy(h, dev, n * sizeof(float), cudaMemcpyDeviceToHost);
    double m = 0;
    for (size_t i = 0; i < n; ++i) m = fmax(m, fabs(h[i] - ref[i]));
    free(h);
    return m;
}

int main()
{
    const nn::Shape sh = {200, 150};
    const size_t n = sh.size(), F = sh.features, T = sh.tokens, slabs = nn::blocksFor(sh.tokens, nn::kSlabRows);

    // one arena, buffers in the order of the struct
    const size_t counts[] = {n, n, F, n, n, T, n, n, slabs * F, F};
    size_t total = 0;
    for (size_t c : counts) total += c;
    float *arena, *host = (float *)malloc(total * sizeof(float));
    if (cudaMalloc(&arena, total * sizeof(float)) != cudaSuccess) return 2;
    nn::Buffers b;
    float **slot = &b.x;
    size_t at = 0;
    for (size_t c : counts) {
        *slot++ = arena + at;
        at += c;
    }
    for (size_t i = 0; i < total; ++i) host[i] = (float)((i * 48271u) % 2048) / 1024.0f - 1.0f;
    cudaMemcpy(arena, host, total * sizeof(float), cudaMemcpyHostToDevice);

    cudaError_t e = nn::rmsForward(b, sh);
    if (e == cudaSuccess) e = nn::rmsBackward(b, sh);
    if (e != cudaSuccess) {
        fprintf(stderr, "rmsnorm: %s\n", cudaGetErrorString(e));
        return 2;
    }

    const float *x = host, *r = host + n, *w = host + 2 * n, *g = host + 4 * n + F + T;
    double *out = (double *)malloc(n * sizeof(double)), *dy = (double *)malloc(n * sizeof(double)), *dw = (double *)calloc(F, sizeof(double));
    for (size_t t = 0; t < T; ++t) {
        double sq = 0, dot = 0;
        for (size_t c = 0; c < F; ++c) {
            double v = (double)x[t * F + c] + r[t * F + c];
            sq += v * v;
            dot += g[t * F + c] * w[c] * v;
        }
        const double inv = 1.0 / sqrt(sq / F + nn::kEps), k = dot * inv * inv * inv / F;
        for (size_t c = 0; c < F; ++c) {
            double v = (double)x[t * F + c] + r[t * F + c];
            out[t * F + c] = w[c] * v * inv;
            dy[t * F + c] = g[t * F + c] * w[c] * inv - k * v;
            dw[c] += g[t * F + c] * v * inv;
        }
    }
    const double e1 = distance(b.out, out, n), e2 = distance(b.dy, dy, n), e3 = distance(b.dw, dw, F);
    const bool ok = e1 < 1e-4 && e2 < 1e-4 && e3 < 1e-3;
    printf("out %.1e  dy %.1e  dw %.1e  %s\n", e1, e2, e3, ok ? "ok" : "MISMATCH");
    cudaFree(arena);
    free(host); free(out); free(dy); free(dw);
    return !ok;
}
