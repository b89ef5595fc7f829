// In-place radix-2 FFT: bit reversal, then log2(n) stages.  A batch of
// signals goes along blockIdx.y.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef float2 cplx;

#define PI_F 3.14159265358979f

__device__ __forceinline__ cplx cmul(cplx a, cplx b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ cplx cadd(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ cplx csub(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }

__global__ void bitReverse(cplx *x, int n, int logn)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    cplx *s = x + (size_t)blockIdx.y * n;
    int r = (int)(__brev((unsigned)i) >> (32 - logn));
    if (i < r) {
        cplx t = s[i];
        s[i] = s[r];
        s[r] = t;
    }
}

__global__ void butterfly(cplx *x, int n, int half, float sign)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n / 2)
        return;
    cplx *s = x + (size_t)blockIdx.y * n;
    int pos = id % half;
    int lo = (id / half) * half * 2 + pos;
    int hi = lo + half;
    float si, co;
    sincosf(sign * PI_F * pos / half, &si, &co);
    cplx w = cmul(make_float2(co, si), s[hi]);
    cplx a = s[lo];
    s[lo] = cadd(a, w);
    s[hi] = csub(a, w);
}

__global__ void scale(cplx *x, int total, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) {
        x[i].x *= f;
        x[i].y *= f;
    }
}

static int ilog2(int n)
{
    int l = 0;
    while ((1 << l) < n)
        ++l;
    return l;
}

static void fft(cplx *d, int n, int batch, bool inverse)
{
    const int threads = 64;
    dim3 all((n + threads - 1) / threads, batch);
    dim3 pairs((n / 2 + threads - 1) / threads, batch);
    bitReverse<<<all, threads>>>(d, n, ilog2(n));
    for (int half = 1; half < n; half *= 2)
        butterfly<<<pairs, threads>>>(d, n, half, inverse ? 1.0f : -1.0f);
    if (inverse) {
        int total = n * batch;
        scale<<<(total + 255) / 256, 256>>>(d, total, 1.0f / n);
    }
}

int main()
{
    const int n = 512, batch = 3;
    const size_t bytes = sizeof(cplx) * n * batch;
    cplx *in = (cplx *)malloc(bytes), *spec = (cplx *)malloc(bytes), *back = (cplx *)malloc(bytes);
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < n; i++)
            in[b * n + i] = make_float2(cosf(2 * PI_F * (b + 3) * i / n), 0.25f * (i % 2));

    cplx *d;
    cudaMalloc((void **)&d, bytes);
    cudaMemcpy(d, in, bytes, cudaMemcpyHostToDevice);
    fft(d, n, batch, false);
    cudaMemcpy(spec, d, bytes, cudaMemcpyDeviceToHost);
    fft(d, n, batch, true);
    cudaMemcpy(back, d, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d);

    // the slow transform for the check
    double worst = 0, round = 0;
    for (int b = 0; b < batch; b++)
        for (int k = 0; k < n; k += 7) {
            double re = 0, im = 0;
            for (int i = 0; i < n; i++) {
                double a = -2 * M_PI * (double)((long long)k * i % n) / n;
                cplx v = in[b * n + i];
                re += v.x * cos(a) - v.y * sin(a);
                im += v.x * sin(a) + v.y * cos(a);
            }
            worst = fmax(worst, hypot(re - spec[b * n + k].x, im - spec[b * n + k].y));
        }
    for (int i = 0; i < n * batch; i++)
        round = fmax(round, hypot(in[i].x - back[i].x, in[i].y - back[i].y));
    printf("fft error %.2e, round trip %.2e\n", worst, round);
    free(in);
    free(spec);
    free(back);
    return worst < 1e-2 && round < 1e-4 ? 0 : 1;
}
