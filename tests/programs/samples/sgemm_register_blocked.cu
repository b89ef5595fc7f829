// sgemm with register blocking.  Row-major A(MxK), B(KxN), C(MxN):
//   C = alpha * A * B + beta * C
// The tile shape is a compile-time policy; the launcher picks one by size.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

namespace gemm {

template <int BM_, int BN_, int BK_, int TM_, int TN_>
struct TilePolicy {
    static constexpr int BM = BM_;
    static constexpr int BN = BN_;
    static constexpr int BK = BK_;
    static constexpr int TM = TM_;
    static constexpr int TN = TN_;
    static constexpr int kThreads = (BM / TM) * (BN / TN);
    static_assert(BM % TM == 0 && BN % TN == 0, "thread tile must divide block tile");
};

using Small = TilePolicy<32, 32, 8, 4, 4>;
using Large = TilePolicy<64, 64, 16, 8, 4>;

struct Problem {
    int m, n, k;
    float alpha, beta;
    size_t bytesA() const { return sizeof(float) * size_t(m) * k; }
    size_t bytesB() const { return sizeof(float) * size_t(k) * n; }
    size_t bytesC() const { return sizeof(float) * size_t(m) * n; }
};

template <class P>
__global__ void __launch_bounds__(P::kThreads)
sgemm_kernel(int M, int N, int K, float alpha, const float* __restrict__ A,
             const float* __restrict__ B, float beta, float* __restrict__ C) {
    __shared__ float sA[P::BK][P::BM];
    __shared__ float sB[P::BK][P::BN];
    const int row0 = blockIdx.y * P::BM;
    const int col0 = blockIdx.x * P::BN;
    const int tRow = threadIdx.x / (P::BN / P::TN);
    const int tCol = threadIdx.x % (P::BN / P::TN);

    float acc[P::TM][P::TN];
    for (int i = 0; i < P::TM; ++i)
        for (int j = 0; j < P::TN; ++j) acc[i][j] = 0.f;

    for (int k0 = 0; k0 < K; k0 += P::BK) {
        for (int t = threadIdx.x; t < P::BM * P::BK; t += P::kThreads) {
            int r = t / P::BK, c = t % P::BK;
            sA[c][r] = (row0 + r < M && k0 + c < K) ? A[size_t(row0 + r) * K + k0 + c] : 0.f;
        }
        for (int t = threadIdx.x; t < P::BK * P::BN; t += P::kThreads) {
            int r = t / P::BN, c = t % P::BN;
            sB[r][c] = (k0 + r < K && col0 + c < N) ? B[size_t(k0 + r) * N + col0 + c] : 0.f;
        }
        __syncthreads();
        for (int kk = 0; kk < P::BK; ++kk) {
            float a[P::TM], b[P::TN];
#pragma unroll
            for (int i = 0; i < P::TM; ++i) a[i] = sA[kk][tRow * P::TM + i];
#pragma unroll
            for (int j = 0; j < P::TN; ++j) b[j] = sB[kk][tCol * P::TN + j];
#pragma unroll
            for (int i = 0; i < P::TM; ++i)
#pragma unroll
                for (int j = 0; j < P::TN; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < P::TM; ++i) {
        int r = row0 + tRow * P::TM + i;
        if (r >= M) break;
        for (int j = 0; j < P::TN; ++j) {
            int c = col0 + tCol * P::TN + j;
            if (c < N) {
                size_t at = size_t(r) * N + c;
                C[at] = alpha * acc[i][j] + (beta != 0.f ? beta * C[at] : 0.f);
            }
        }
    }
}

constexpr int ceilDiv(int a, int b) { return (a + b - 1) / b; }

template <class P>
cudaError_t launch(const Problem& p, const float* A, const float* B, float* C, cudaStream_t s) {
    const dim3 grid(ceilDiv(p.n, P::BN), ceilDiv(p.m, P::BM));
    sgemm_kernel<P><<<grid, P::kThreads, 0, s>>>(p.m, p.n, p.k, p.alpha, A, B, p.beta, C);
    return cudaGetLastError();
}

cudaError_t sgemm(const Problem& p, const float* A, const float* B, float* C,
                  cudaStream_t s = nullptr) {
    if (p.m <= 0 || p.n <= 0 || p.k <= 0) return cudaErrorInvalidValue;
    if (size_t(p.m) * p.n >= 128 * 128) return launch<Large>(p, A, B, C, s);
    return launch<Small>(p, A, B, C, s);
}

}  // namespace gemm

static double maxError(const gemm::Problem& p, const float* A, const float* B, const float* C0,
                       const float* C) {
    double worst = 0;
    for (int i = 0; i < p.m; ++i)
        for (int j = 0; j < p.n; ++j) {
            double s = 0;
            for (int k = 0; k < p.k; ++k) s += double(A[i * p.k + k]) * B[k * p.n + j];
            s = p.alpha * s + p.beta * C0[i * p.n + j];
            worst = fmax(worst, fabs(s - C[i * p.n + j]));
        }
    return worst;
}

int main() {
    const gemm::Problem problems[] = {
        {200, 150, 96, 1.0f, 0.0f},
        {65, 70, 33, 0.5f, 2.0f},
        {256, 128, 64, 1.0f, -1.0f},
    };
    int bad = 0;
    for (const auto& p : problems) {
        float* hA = (float*)malloc(p.bytesA());
        float* hB = (float*)malloc(p.bytesB());
        float* hC0 = (float*)malloc(p.bytesC());
        float* hC = (float*)malloc(p.bytesC());
        auto fill = [](float* q, int n, int salt) {
            for (int i = 0; i < n; ++i) q[i] = float((i * 7 + salt) % 13) / 13.f - 0.4f;
        };
        fill(hA, p.m * p.k, 1);
        fill(hB, p.k * p.n, 5);
        fill(hC0, p.m * p.n, 9);

        float *dA, *dB, *dC;
        if (cudaMalloc(&dA, p.bytesA()) || cudaMalloc(&dB, p.bytesB()) || cudaMalloc(&dC, p.bytesC())) {
            fprintf(stderr, "out of device memory\n");
            return 2;
        }
        cudaMemcpy(dA, hA, p.bytesA(), cudaMemcpyHostToDevice);
        cudaMemcpy(dB, hB, p.bytesB(), cudaMemcpyHostToDevice);
        cudaMemcpy(dC, hC0, p.bytesC(), cudaMemcpyHostToDevice);
        cudaError_t e = gemm::sgemm(p, dA, dB, dC);
        if (e != cudaSuccess) printf("launch: %s\n", cudaGetErrorString(e));
        cudaMemcpy(hC, dC, p.bytesC(), cudaMemcpyDeviceToHost);
        double err = maxError(p, hA, hB, hC0, hC);
        printf("%4d x %4d x %4d  max error %.3g %s\n", p.m, p.n, p.k, err, err < 1e-3 ? "ok" : "FAIL");
        bad += err >= 1e-3;
        cudaFree(dA); cudaFree(dB); cudaFree(dC);
        free(hA); free(hB); free(hC0); free(hC);
    }
    printf(bad ? "FAILED\n" : "PASSED\n");
    return bad;
}
