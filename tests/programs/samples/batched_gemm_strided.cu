// Strided batched small matrix products, double precision.
// One block column per tile, blockIdx.z walks over the batch.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstring>
#include <cuda_runtime.h>

enum Transpose { NoTrans = 0, Trans = 1 };

struct BatchedShape {
    int m, n, k;
    int lda, ldb, ldc;
    size_t strideA, strideB, strideC;   // in elements
    int batch;
};

constexpr int TS = 8;

__device__ __forceinline__ double fetch(const double *p, int ld, int r, int c, Transpose t)
{
    return t == NoTrans ? p[(size_t)r * ld + c] : p[(size_t)c * ld + r];
}

__global__ void dgemmStridedBatched(BatchedShape s, Transpose ta, double alpha,
                                    const double *A, const double *B,
                                    double beta, double *C)
{
    __shared__ double a[TS][TS + 1], b[TS][TS + 1];
    const double *Ab = A + blockIdx.z * s.strideA;
    const double *Bb = B + blockIdx.z * s.strideB;
    double *Cb = C + blockIdx.z * s.strideC;

    const int row = blockIdx.y * TS + threadIdx.y;
    const int col = blockIdx.x * TS + threadIdx.x;
    double acc = 0.0;
    for (int k0 = 0; k0 < s.k; k0 += TS) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = (row < s.m && ka < s.k) ? fetch(Ab, s.lda, row, ka, ta) : 0.0;
        b[threadIdx.y][threadIdx.x] = (kb < s.k && col < s.n) ? Bb[(size_t)kb * s.ldb + col] : 0.0;
        __syncthreads();
        for (int kk = 0; kk < TS; ++kk) acc += a[threadIdx.y][kk] * b[kk][threadIdx.x];
        __syncthreads();
    }
    if (row < s.m && col < s.n) {
        double *c = Cb + (size_t)row * s.ldc + col;
        *c = alpha * acc + beta * *c;
    }
}

// scales each matrix of the batch by the inverse of its trace
__global__ void scaleByTrace(double *C, int n, int ldc, size_t stride)
{
    extern __shared__ double part[];
    double *M = C + blockIdx.x * stride;
    double t = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) t += M[(size_t)i * ldc + i];
    part[threadIdx.x] = t;
    __syncthreads();
    for (int w = blockDim.x >> 1; w > 0; w >>= 1) {
        if (threadIdx.x < w) part[threadIdx.x] += part[threadIdx.x + w];
        __syncthreads();
    }
    const double inv = 1.0 / part[0];
    for (int i = threadIdx.x; i < n * n; i += blockDim.x)
        M[(size_t)(i / n) * ldc + i % n] *= inv;
}

static inline int cdiv(int a, int b) { return a / b + (a % b != 0); }

static BatchedShape makeShape(int m, int n, int k, int batch, Transpose ta, int pad)
{
    BatchedShape s;
    memset(&s, 0, sizeof s);
    s.m = m; s.n = n; s.k = k; s.batch = batch;
    s.lda = (ta == NoTrans ? k : m) + pad;
    s.ldb = n + pad;
    s.ldc = n + pad;
    s.strideA = (size_t)s.lda * (ta == NoTrans ? m : k);
    s.strideB = (size_t)s.ldb * k;
    s.strideC = (size_t)s.ldc * m;
    return s;
}

static int runCase(int m, int n, int k, int batch, Transpose ta)
{
    const BatchedShape s = makeShape(m, n, k, batch, ta, 3);
    const size_t nA = s.strideA * batch, nB = s.strideB * batch, nC = s.strideC * batch;
    double *h = (double *)malloc((nA + nB + nC) * sizeof(double));
    double *hA = h, *hB = hA + nA, *hC = hB + nB;
    for (size_t i = 0; i < nA + nB; ++i) h[i] = ((i * 2654435761u) % 1000) / 999.0 + 0.01;
    for (size_t i = 0; i < nC; ++i) hC[i] = 0;

    // one device allocation, three views
    double *d = NULL;
    if (cudaMalloc((void **)&d, (nA + nB + nC) * sizeof(*d)) != cudaSuccess) {
        free(h);
        return -1;
    }
    double *dA = d;
    double *dB = d + nA;
    double *dC = &d[nA + nB];
    cudaMemcpy(d, h, (nA + nB + nC) * sizeof(*d), cudaMemcpyHostToDevice);

    dim3 block(TS, TS, 1);
    dim3 grid(cdiv(s.n, TS), cdiv(s.m, TS), s.batch);
    dgemmStridedBatched<<<grid, block>>>(s, ta, 2.0, dA, dB, 0.0, dC);
    if (m == n) {
        unsigned t = 32;
        while ((int)t < n && t < 256) t *= 2;
        scaleByTrace<<<batch, t, t * sizeof(double)>>>(dC, n, s.ldc, s.strideC);
    }
    double *got = (double *)malloc(nC * sizeof(double));
    cudaMemcpy(got, dC, nC * sizeof(double), cudaMemcpyDeviceToHost);

    int wrong = 0;
    double *ref = (double *)malloc(sizeof(double) * m * n);
    for (int b = 0; b < batch; ++b) {
        double trace = 0;
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                double acc = 0;
                for (int l = 0; l < k; ++l) {
                    double x = ta == NoTrans ? hA[b * s.strideA + i * s.lda + l]
                                             : hA[b * s.strideA + l * s.lda + i];
                    acc += x * hB[b * s.strideB + l * s.ldb + j];
                }
                ref[i * n + j] = 2.0 * acc;
                if (i == j) trace += 2.0 * acc;
            }
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                double r = m == n ? ref[i * n + j] / trace : ref[i * n + j];
                if (fabs(r - got[b * s.strideC + i * s.ldc + j]) > 1e-9 * (1 + fabs(r))) ++wrong;
            }
    }
    printf("%3dx%3dx%3d batch %3d %s : %d wrong\n", m, n, k, batch, ta ? "T" : "N", wrong);
    free(ref); free(got); free(h);
    cudaFree(d);
    return wrong;
}

int main(void)
{
    int bad = 0;
    bad |= runCase(20, 20, 12, 50, NoTrans);
    bad |= runCase(33, 17, 9, 25, Trans);
    bad |= runCase(40, 40, 40, 10, Trans);
    puts(bad ? "FAIL" : "OK");
    return bad != 0;
}
