// Fast Fourier transform, power of two lengths
//   - naive DFT as a reference on the device
//   - radix 2 with one launch for each stage
//   - everything in shared memory for small lengths
//   - 2D transform by rows + transposition, low-pass filter, convolution

#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <assert.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

#define FFT_N     1024
#define FFT_LOG   10
#define IMG       256
#define IMG_LOG   8
#define TDIM      32
#define TROWS     8

#ifdef DEBUG
#define TRACE(...) fprintf(stderr, __VA_ARGS__)
#define AFTER_LAUNCH() do { cudaError_t e = cudaDeviceSynchronize(); if (e) { TRACE("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
#else
#define TRACE(...) ((void)0)
#define AFTER_LAUNCH() ((void)0)
#endif

typedef float2 cplx;

static inline __host__ __device__ cplx operator+(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
static inline __host__ __device__ cplx operator-(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }
static inline __host__ __device__ cplx operator*(cplx a, cplx b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
static inline __host__ __device__ cplx operator*(cplx a, float s) { return make_float2(a.x * s, a.y * s); }
static inline __host__ __device__ cplx conj(cplx a) { a.y = -a.y; return a; }

/* exp(i * 2 * pi * k / n) */
static __host__ __device__ cplx unit(int k, int n)
{
    cplx w;
#ifdef __CUDA_ARCH__
    sincospif(2.0f * k / n, &w.y, &w.x);
#else
    w.x = (float)cos(2.0 * M_PI * k / n);
    w.y = (float)sin(2.0 * M_PI * k / n);
#endif
    return w;
}

__constant__ cplx twiddles[FFT_N / 2];

/* O(n^2), but it's simple */
__global__ void dft(const cplx *in, cplx *out, int n, int sign)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    float re = 0.0f, im = 0.0f;
    for (int j = 0; j < n; j++) {
        cplx w = unit((int)(((long long)j * k) % n), n);
        w.y *= sign;
        re += in[j].x * w.x - in[j].y * w.y;
        im += in[j].x * w.y + in[j].y * w.x;
    }
    out[k].x = re;
    out[k].y = im;
}

__global__ void bit_reverse(const cplx *in, cplx *out, int log_n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r = __brev(i) >> (32 - log_n);
    out[r] = in[i];
}

/* one butterfly for each thread, in place */
__global__ void stage(cplx *data, int half, float sign)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int pos = t % half;
    cplx *lo = data + (t / half) * 2 * half + pos;
    cplx *hi = lo + half;
    cplx w = unit(pos, 2 * half);
    w.y *= sign;
    cplx a = *lo, b = *hi * w;
    *lo = a + b;
    *hi = a - b;
}

/* a block transforms a row of N elements */
template <int N, int LOG, bool Inverse>
__device__ void fft_shared(cplx *s)
{
    for (int st = 0; st < LOG; st++) {
        const int half = 1 << st;
        for (int t = threadIdx.x; t < N / 2; t += blockDim.x) {
            int pos = t & (half - 1);
            int i = ((t >> st) << (st + 1)) + pos;
            cplx w = twiddles[pos * (FFT_N / 2 / half)];
            if (!Inverse) w = conj(w);
            cplx a = s[i], b = s[i + half] * w;
            s[i] = a + b;
            s[i + half] = a - b;
        }
        __syncthreads();
    }
    if (Inverse) {
        for (int t = threadIdx.x; t < N; t += blockDim.x) s[t] = s[t] * (1.0f / N);
        __syncthreads();
    }
}

template <int N, int LOG, bool Inverse>
__global__ void fft_rows(cplx *data)
{
    __shared__ cplx row[N];
    cplx *mine = data + blockIdx.x * N;
    for (int t = threadIdx.x; t < N; t += blockDim.x)
        row[__brev(t) >> (32 - LOG)] = mine[t];
    __syncthreads();
    fft_shared<N, LOG, Inverse>(row);
    for (int t = threadIdx.x; t < N; t += blockDim.x)
        mine[t] = row[t];
}

__global__ void transpose(const cplx *in, cplx *out, int width, int height)
{
    __shared__ cplx tile[TDIM][TDIM + 1];
    int x = blockIdx.x * TDIM + threadIdx.x;
    int y = blockIdx.y * TDIM + threadIdx.y;
    for (int j = 0; j < TDIM; j += TROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TDIM + threadIdx.x;
    y = blockIdx.x * TDIM + threadIdx.y;
    for (int j = 0; j < TDIM; j += TROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

/* everything beyond a radius becomes 0; frequencies wrap around */
__global__ void low_pass(float2 *spectrum, int n, float radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int fx = x < n / 2 ? x : x - n, fy = y < n / 2 ? y : y - n;
    if (hypotf((float)fx, (float)fy) > radius)
        spectrum[y * n + x] = make_float2(0, 0);
}

__global__ void multiply_spectra(cplx *a, const cplx *b, int n, float scale = 1.0f)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) a[i] = a[i] * b[i] * scale;
}

/* power of each bin and the strongest one: (power bits << 32 | index) in one 64-bit word */
__global__ void power(const cplx *x, float *p, int n, unsigned long long *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    float v = x[i].x * x[i].x + x[i].y * x[i].y;
    p[i] = v;
    unsigned long long key = (unsigned long long)__float_as_uint(v) << 32 | (unsigned)i;
    atomicMax(best, key);
}

/* ------------------------------------------------------------------------ */
static void fatal(cudaError_t e, const char *file, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "%s:%d \"%s\"\n", file, line, cudaGetErrorString(e));
    exit(EXIT_FAILURE);
}
#define F(x) fatal(x, __FILE__, __LINE__)

/* forward or inverse transform with a launch for each stage */
static void fft_global(const cplx *in, cplx *out, int log_n, float sign)
{
    int n = 1 << log_n;
    int threads = n < 512 ? n / 2 : 256;
    bit_reverse<<<n / threads, threads>>>(in, out, log_n);
    AFTER_LAUNCH();
    for (int half = 1; half < n; half *= 2) {
        stage<<<n / 2 / threads, threads>>>(out, half, sign);
        AFTER_LAUNCH();
    }
}

static double largest_difference(const cplx *a, const cplx *b, int n)
{
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double d = hypot(a[i].x - b[i].x, a[i].y - b[i].y);
        if (d > worst) worst = d;
    }
    return worst;
}

static void init_twiddles(void)
{
    cplx h[FFT_N / 2];
    for (int k = 0; k < FFT_N / 2; k++) h[k] = unit(k, FFT_N);
    F(cudaMemcpyToSymbol(twiddles, h, sizeof(h)));
}

static void demo_1d(void)
{
    cplx *x, *a, *b, *c;
    float *p;
    unsigned long long *best;
    F(cudaMallocManaged(&x, FFT_N * sizeof(cplx)));
    F(cudaMallocManaged(&a, FFT_N * sizeof(cplx)));
    F(cudaMallocManaged(&b, FFT_N * sizeof(cplx)));
    F(cudaMallocManaged(&c, FFT_N * sizeof(cplx)));
    F(cudaMallocManaged(&p, FFT_N / 2 * sizeof(float)));
    F(cudaMallocManaged(&best, sizeof(*best)));

    for (int i = 0; i < FFT_N; i++) {
        x[i].x = (float)(sin(2 * M_PI * 37 * i / FFT_N) + 0.25 * cos(2 * M_PI * 120 * i / FFT_N));
        x[i].y = 0;
        c[i] = x[i];
    }
    *best = 0;

    dim3 block = 128;
    dim3 grid = FFT_N / 128;
    dft<<<grid, block>>>(x, a, FFT_N, -1);
    fft_global(x, b, FFT_LOG, -1.0f);
    fft_rows<FFT_N, FFT_LOG, false><<<1, 256>>>(c);
    F(cudaDeviceSynchronize());
    printf("stages against dft: %g\n", largest_difference(a, b, FFT_N));
    printf("shared against dft: %g\n", largest_difference(a, c, FFT_N));

    power<<<FFT_N / 2 / 64, 64>>>(c, p, FFT_N, best);
    F(cudaDeviceSynchronize());
    printf("strongest frequency: %u\n", (unsigned)(*best & 0xffffffffu));

    multiply_spectra<<<grid, block>>>(b, c, FFT_N);
    fft_rows<FFT_N, FFT_LOG, true><<<1, 256>>>(b);
    F(cudaDeviceSynchronize());
    TRACE("conv[0] = %g\n", b[0].x);

    cudaFree(x); cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(p); cudaFree(best);
}

static void demo_2d(float radius)
{
    const int count = IMG * IMG;
    cplx *h = (cplx *)malloc(count * sizeof(cplx)), *d, *t;
    double before = 0, after = 0;

    for (int i = 0; i < count; i++) {
        h[i].x = (i % IMG / 16 + i / IMG / 16) % 2 ? 1.0f : 0.0f;
        h[i].y = 0.0f;
        before += h[i].x;
    }
    F(cudaMalloc((void **)&d, count * sizeof(cplx)));
    F(cudaMalloc((void **)&t, count * sizeof(cplx)));
    F(cudaMemcpy(d, h, count * sizeof(cplx), cudaMemcpyHostToDevice));

    const dim3 tgrid(IMG / TDIM, IMG / TDIM), tblock(TDIM, TROWS);
    fft_rows<IMG, IMG_LOG, false><<<IMG, IMG / 2>>>(d);
    transpose<<<tgrid, tblock>>>(d, t, IMG, IMG);
    fft_rows<IMG, IMG_LOG, false><<<IMG, IMG / 2>>>(t);

    low_pass<<<dim3(IMG / 16, IMG / 16), dim3(16, 16)>>>(t, IMG, radius);

    fft_rows<IMG, IMG_LOG, true><<<IMG, IMG / 2>>>(t);
    transpose<<<tgrid, tblock>>>(t, d, IMG, IMG);
    fft_rows<IMG, IMG_LOG, true><<<IMG, IMG / 2>>>(d);

    F(cudaMemcpy(h, d, count * sizeof(cplx), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++) after += h[i].x;
    printf("2D: mean %f before, %f after (must be the same)\n", before / count, after / count);
    F(cudaFree(d));
    F(cudaFree(t));
    free(h);
}

int main(int argc, char *argv[])
{
    float radius = 20.f;
    if (argc > 1 && sscanf(argv[1], "%f", &radius) != 1) {
        fprintf(stderr, "usage: %s [radius]  // '\"%s\"' isn't a number\n", argv[0], argv[1]);
        return 1;
    }
    init_twiddles();
    demo_1d();
    demo_2d(radius);
    return 0;
}
