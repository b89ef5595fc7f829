#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

namespace ln {

struct Config {
    int batch;
    int seq;
    int hidden;
    float eps;
    constexpr int rows() const { return batch * seq; }
    constexpr size_t elements() const { return (size_t)rows() * hidden; }
};

template <class T>
__device__ inline T warp_sum(T v)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, mask);
    return v;
}

template <int THREADS>
__device__ inline float block_sum(float v)
{
    constexpr int WARPS = THREADS / 32;
    __shared__ float part[WARPS];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    float s = 0.f;
    for (int w = 0; w < WARPS; ++w)
        s += part[w];
    __syncthreads();
    return s;
}

template <int THREADS>
__global__ void __launch_bounds__(THREADS)
forward(const float *__restrict__ x, const float *__restrict__ gamma,
        const float *__restrict__ beta, float *__restrict__ y, int hidden, float eps)
{
    const float *row = x + (size_t)blockIdx.x * hidden;
    float *out = y + (size_t)blockIdx.x * hidden;

    float s = 0.f;
    for (int i = threadIdx.x; i < hidden; i += THREADS)
        s += row[i];
    const float mean = block_sum<THREADS>(s) / hidden;

    float q = 0.f;
    for (int i = threadIdx.x; i < hidden; i += THREADS) {
        float d = row[i] - mean;
        q += d * d;
    }
    const float inv = rsqrtf(block_sum<THREADS>(q) / hidden + eps);

    for (int i = threadIdx.x; i < hidden; i += THREADS)
        out[i] = (row[i] - mean) * inv * gamma[i] + beta[i];
}

void launch(const Config &cfg, const float *x, const float *g, const float *b, float *y,
            cudaStream_t stream = 0)
{
    if (cfg.hidden <= 256)
        forward<64><<<cfg.rows(), 64, 0, stream>>>(x, g, b, y, cfg.hidden, cfg.eps);
    else
        forward<256><<<cfg.rows(), 256, 0, stream>>>(x, g, b, y, cfg.hidden, cfg.eps);
}

}  // namespace ln

static bool check(const ln::Config &c)
{
    const size_t n = c.elements();
    float *x = (float *)malloc(n * sizeof(float));
    float *y = (float *)malloc(n * sizeof(float));
    float *g = (float *)malloc(c.hidden * sizeof(float));
    float *b = (float *)malloc(c.hidden * sizeof(float));
    for (size_t i = 0; i < n; ++i) x[i] = (float)((i * 37) % 101) * 0.1f;
    for (int i = 0; i < c.hidden; ++i) {
        g[i] = 1.f + 0.01f * i;
        b[i] = -0.5f * (i % 3);
    }
    float *dx, *dy, *dg, *db;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMalloc(&dg, c.hidden * sizeof(float));
    cudaMalloc(&db, c.hidden * sizeof(float));
    cudaMemcpy(dx, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dg, g, c.hidden * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, c.hidden * sizeof(float), cudaMemcpyHostToDevice);

    cudaStream_t s;
    cudaStreamCreate(&s);
    ln::launch(c, dx, dg, db, dy, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(y, dy, n * sizeof(float), cudaMemcpyDeviceToHost);

    double worst = 0;
    for (int r = 0; r < c.rows(); ++r) {
        const float *row = x + (size_t)r * c.hidden;
        double m = 0, v = 0;
        for (int i = 0; i < c.hidden; ++i) m += row[i];
        m /= c.hidden;
        for (int i = 0; i < c.hidden; ++i) v += (row[i] - m) * (row[i] - m);
        v /= c.hidden;
        for (int i = 0; i < c.hidden; ++i) {
            double e = (row[i] - m) / sqrt(v + c.eps) * g[i] + b[i];
            worst = fmax(worst, fabs(e - y[(size_t)r * c.hidden + i]));
        }
    }
    printf("rows %d hidden %d: worst %g\n", c.rows(), c.hidden, worst);
    cudaStreamDestroy(s);
    cudaFree(dx); cudaFree(dy); cudaFree(dg); cudaFree(db);
    free(x); free(y); free(g); free(b);
    return worst < 1e-2;
}

int main()
{
    ln::Config small{2, 16, 192, 1e-5f};
    ln::Config large{1, 24, 768, 1e-5f};
    bool ok = check(small);
    ok = check(large) && ok;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
