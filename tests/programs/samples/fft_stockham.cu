/* Batched complex FFT, Stockham autosort, radix 2: one launch per stage,
 * buffers exchanged after each.  Checked against a direct transform. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define LOG2N 9
#define N (1 << LOG2N)
#define BATCH 6
#define TWO_PI 6.283185307179586

typedef float2 cplx;

static __device__ __host__ inline cplx cadd(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __host__ inline cplx csub(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }
static __device__ __host__ inline cplx cmul(cplx a, cplx b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* one stage: half = Ns, the length of the transforms that are done already */
__global__ void fft_stage(const cplx *in, cplx *out, int n, int Ns, float sign)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;         /* 0 .. n/2-1 */
    if (j >= n / 2) return;
    in += blockIdx.y * (size_t)n;
    out += blockIdx.y * (size_t)n;
    int k = j % Ns;
    float ang = sign * (float)TWO_PI * k / (2 * Ns);
    cplx w = make_float2(cosf(ang), sinf(ang));
    cplx a = in[j], b = cmul(in[j + n / 2], w);
    int d = (j / Ns) * 2 * Ns + k;
    out[d] = cadd(a, b);
    out[d + Ns] = csub(a, b);
}

__global__ void scale(cplx *x, float f, size_t total)
{
    size_t i = threadIdx.x + (size_t)blockDim.x * blockIdx.x;
    if (i < total) { x[i].x *= f; x[i].y *= f; }
}

/* returns the buffer that holds the result */
static cplx *fft(cplx *a, cplx *b, int n, int batch, int inverse)
{
    const int threads = n / 2 < 128 ? n / 2 : 128;
    dim3 grid((n / 2 + threads - 1) / threads, batch);
    for (int Ns = 1; Ns < n; Ns *= 2) {
        fft_stage<<<grid, threads>>>(a, b, n, Ns, inverse ? 1.0f : -1.0f);
        cplx *t = a;
        a = b;
        b = t;
    }
    if (inverse) {
        size_t total = (size_t)n * batch;
        scale<<<(unsigned)((total + 255) / 256), 256>>>(a, 1.0f / n, total);
    }
    return a;
}

int main(void)
{
    const size_t bytes = sizeof(cplx) * N * BATCH;
    cplx *h = (cplx *)malloc(bytes), *spec = (cplx *)malloc(bytes), *back = (cplx *)malloc(bytes);
    for (int i = 0; i < N * BATCH; i++)
        h[i] = make_float2(sinf(0.05f * i) + 0.1f * (i % 5), cosf(0.02f * i * (i / N + 1)));

    cplx *d = NULL;
    if (cudaMalloc((void **)&d, 2 * bytes)) { puts("cudaMalloc failed"); return 1; }
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);

    cplx *r = fft(d, d + N * BATCH, N, BATCH, 0);
    cudaMemcpy(spec, r, bytes, cudaMemcpyDeviceToHost);
    cplx *other = r == d ? d + N * BATCH : d;
    cplx *r2 = fft(r, other, N, BATCH, 1);
    cudaMemcpy(back, r2, bytes, cudaMemcpyDeviceToHost);

    double e1 = 0, e2 = 0;
    for (int b = 0; b < BATCH; b++)
        for (int k = 0; k < N; k += 17) {
            double re = 0, im = 0;
            for (int j = 0; j < N; j++) {
                double a = -TWO_PI * ((long)j * k % N) / N;
                re += h[b * N + j].x * cos(a) - h[b * N + j].y * sin(a);
                im += h[b * N + j].x * sin(a) + h[b * N + j].y * cos(a);
            }
            e1 = fmax(e1, fmax(fabs(re - spec[b * N + k].x), fabs(im - spec[b * N + k].y)));
        }
    for (int i = 0; i < N * BATCH; i++) e2 = fmax(e2, fmax(fabs(h[i].x - back[i].x), fabs(h[i].y - back[i].y)));
    printf("FFT %d x %d: forward error %.2e, round trip %.2e: %s\n", N, BATCH, e1, e2, e1 < 0.05 && e2 < 1e-4 ? "ok" : "FAILED");
    cudaFree(d);
    free(h); free(spec); free(back);
    return !(e1 < 0.05 && e2 < 1e-4);
}
