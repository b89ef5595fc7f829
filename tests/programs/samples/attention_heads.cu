// Multi-head causal attention, forward only, in three kernels:
//   scores = scale * Q K^T  (masked),  row softmax,  out = P V
// plus a fused version with an online softmax for comparison.
// Layout of qkv: (B, T, 3, NH, HS); out: (B, T, NH, HS)
#include <cuda_runtime.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct AttnConfig {
    int B, T, NH, HS;
    int channels() const { return NH * HS; }
    size_t qkvCount() const { return (size_t)B * T * 3 * channels(); }
    size_t outCount() const { return (size_t)B * T * channels(); }
    size_t attCount() const { return (size_t)B * NH * T * T; }
};

template <class T>
static T ceil_div(T a, T b) { return (a + b - 1) / b; }

__global__ void attention_scores(float *att, const float *qkv, int B, int T, int NH, int HS, float scale)
{
    int t2 = blockIdx.x * blockDim.x + threadIdx.x;     // key position
    int t = blockIdx.y;                                 // query position
    int bh = blockIdx.z;
    if (t2 >= T) return;
    int b = bh / NH, h = bh % NH, C = NH * HS;
    const float *q = qkv + ((size_t)b * T + t) * 3 * C + h * HS;
    const float *k = qkv + ((size_t)b * T + t2) * 3 * C + C + h * HS;
    float v = -FLT_MAX;
    if (t2 <= t) {
        v = 0;
        for (int i = 0; i < HS; i++) v += q[i] * k[i];
        v *= scale;
    }
    att[((size_t)bh * T + t) * T + t2] = v;
}

__global__ void attention_softmax(float *att, int T, size_t rows)
{
    size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float *p = att + row * T;
    int own = row % T;
    float m = -FLT_MAX, s = 0;
    for (int i = 0; i <= own; i++) m = fmaxf(m, p[i]);
    for (int i = 0; i <= own; i++) s += p[i] = expf(p[i] - m);
    for (int i = 0; i < T; i++) p[i] = i <= own ? p[i] / s : 0.0f;
}

__global__ void attention_values(float *out, const float *att, const float *qkv, int T, int NH, int HS)
{
    int b = blockIdx.z, h = blockIdx.y, t = blockIdx.x, i = threadIdx.x, C = NH * HS;
    const float *p = att + (((size_t)b * NH + h) * T + t) * T;
    float s = 0;
    for (int t2 = 0; t2 <= t; t2++) s += p[t2] * qkv[((size_t)b * T + t2) * 3 * C + 2 * C + h * HS + i];
    out[((size_t)b * T + t) * C + h * HS + i] = s;
}

// one thread per query, keys and values of BC positions staged in shared memory
template <int BR, int BC, int HS>
__global__ void attention_fused(float *out, const float *qkv, int T, int NH, float scale)
{
    extern __shared__ float smem[];
    float(*K)[HS] = (float(*)[HS])smem;
    float(*V)[HS] = K + BC;
    const int t = blockIdx.x * BR + threadIdx.x, h = blockIdx.y, b = blockIdx.z, C = NH * HS;
    float q[HS], acc[HS], m = -FLT_MAX, l = 0;
    for (int i = 0; i < HS; i++) {
        q[i] = t < T ? qkv[((size_t)b * T + t) * 3 * C + h * HS + i] : 0.0f;
        acc[i] = 0;
    }
    const int last = min(T, (int)(blockIdx.x + 1) * BR);
    for (int base = 0; base < last; base += BC) {
        __syncthreads();
        for (int e = threadIdx.x; e < BC * HS; e += BR) {
            int r = e / HS, c = e % HS;
            bool in = base + r < T;
            const float *src = qkv + ((size_t)b * T + base + r) * 3 * C + h * HS + c;
            K[r][c] = in ? src[C] : 0.0f;
            V[r][c] = in ? src[2 * C] : 0.0f;
        }
        __syncthreads();
        for (int r = 0; r < BC && base + r <= t; r++) {
            float s = 0;
            for (int i = 0; i < HS; i++) s += q[i] * K[r][i];
            s *= scale;
            float mNew = fmaxf(m, s), f = expf(m - mNew), p = expf(s - mNew);
            l = l * f + p;
            for (int i = 0; i < HS; i++) acc[i] = acc[i] * f + p * V[r][i];
            m = mNew;
        }
    }
    if (t < T)
        for (int i = 0; i < HS; i++) out[((size_t)b * T + t) * C + h * HS + i] = acc[i] / l;
}

static void attention_three_pass(float *out, float *att, const float *qkv, const AttnConfig &c)
{
    const float scale = 1.0f / sqrtf((float)c.HS);
    const size_t rows = (size_t)c.B * c.NH * c.T;
    attention_scores<<<dim3(ceil_div(c.T, 32), c.T, c.B * c.NH), 32>>>(att, qkv, c.B, c.T, c.NH, c.HS, scale);
    attention_softmax<<<ceil_div<unsigned>(rows, 64), 64>>>(att, c.T, rows);
    attention_values<<<dim3(c.T, c.NH, c.B), c.HS>>>(out, att, qkv, c.T, c.NH, c.HS);
}

template <int HS>
static void attention_one_pass(float *out, const float *qkv, const AttnConfig &c)
{
    constexpr int BR = 32, BC = 16;
    const size_t smem = 2 * BC * HS * sizeof(float);
    attention_fused<BR, BC, HS><<<dim3(ceil_div(c.T, BR), c.NH, c.B), BR, smem>>>(out, qkv, c.T, c.NH, 1.0f / sqrtf((float)HS));
}

int main()
{
    AttnConfig c = {2, 70, 3, 16};
    float *qkv, *att, *out1, *out2;
    float *h = (float *)malloc(c.qkvCount() * sizeof(float));
    srand(1337);
    for (size_t i = 0; i < c.qkvCount(); i++) h[i] = (float)rand() / RAND_MAX * 2.0f - 1.0f;
    cudaMalloc(&qkv, c.qkvCount() * sizeof(float));
    cudaMalloc(&att, c.attCount() * sizeof(float));
    cudaMalloc(&out1, c.outCount() * sizeof(float));
    cudaMalloc(&out2, c.outCount() * sizeof(float));
    cudaMemcpy(qkv, h, c.qkvCount() * sizeof(float), cudaMemcpyHostToDevice);

    attention_three_pass(out1, att, qkv, c);
    switch (c.HS) {
    case 16: attention_one_pass<16>(out2, qkv, c); break;
    case 32: attention_one_pass<32>(out2, qkv, c); break;
    default: fprintf(stderr, "head size %d is not supported\n", c.HS); return 1;
    }
    float *a = (float *)malloc(c.outCount() * sizeof(float)), *b = (float *)malloc(c.outCount() * sizeof(float));
    cudaMemcpy(a, out1, c.outCount() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, out2, c.outCount() * sizeof(float), cudaMemcpyDeviceToHost);

    double worst = 0, C = c.channels(), p[128];
    for (int n = 0; n < c.B; n++)
        for (int hd = 0; hd < c.NH; hd++)
            for (int t = 0; t < c.T; t++) {
                double s = 0;
                for (int u = 0; u <= t; u++) {
                    double d = 0;
                    for (int i = 0; i < c.HS; i++)
                        d += (double)h[(size_t)((n * c.T + t) * 3 * C) + hd * c.HS + i] *
                             h[(size_t)((n * c.T + u) * 3 * C + C) + hd * c.HS + i];
                    s += p[u] = exp(d / sqrt((double)c.HS));
                }
                for (int i = 0; i < c.HS; i++) {
                    double r = 0;
                    for (int u = 0; u <= t; u++) r += p[u] / s * h[(size_t)((n * c.T + u) * 3 * C + 2 * C) + hd * c.HS + i];
                    size_t at = (size_t)((n * c.T + t) * C) + hd * c.HS + i;
                    worst = fmax(worst, fmax(fabs(a[at] - r), fabs(b[at] - r)));
                }
            }
    printf("max error %.3g %s\n", worst, worst < 1e-4 ? "OK" : "MISMATCH");
    cudaFree(qkv); cudaFree(att); cudaFree(out1); cudaFree(out2);
    free(h); free(a); free(b);
    return worst < 1e-4 ? 0 : 1;
}
