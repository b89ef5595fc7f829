/*
 * SGEMM ladder
 *
 *   C = alpha * A * B + beta * C        (row major, all dims multiples of 64)
 *
 *   step 0  one thread per element, threadIdx.x walks down the rows (slow!)
 *   step 1  same thing but threadIdx.x walks along the columns
 *   step 2  32x32 tiles of A and B in shared memory
 *   step 3  1D register blocking, every thread makes TM results
 *   step 4  2D register blocking, every thread makes TM x TN results
 *
 * usage:  ./sgemm_ladder [step 0..4] [repetitions]
 *
 * Old launch that used to be here:
 *     sgemm_naive<<<1, 1>>>(a, b, c);      // 1 thread, do not laugh
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t err_ = (call);                                         \
        if (err_ != cudaSuccess) {                                         \
            fprintf(stderr, "%s:%d: \"%s\" failed: %s\n", __FILE__,        \
                    __LINE__, #call, cudaGetErrorString(err_));            \
            exit(EXIT_FAILURE);                                            \
        }                                                                  \
    } while (0)

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

#define BLOCKSIZE 32

/* ------------------------------------------------------------------ */
/* step 0                                                             */
/* ------------------------------------------------------------------ */
__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A,
                            const float *B, float beta, float *C)
{
    const unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * sum + beta * C[row * N + col];
    }
}

/* ------------------------------------------------------------------ */
/* step 1                                                             */
/* ------------------------------------------------------------------ */
__global__ void sgemm_coalesced(int M, int N, int K, float alpha, const float *A,
                                const float *B, float beta, float *C)
{
    const int row = blockIdx.x * BLOCKSIZE + (threadIdx.x / BLOCKSIZE);
    const int col = blockIdx.y * BLOCKSIZE + (threadIdx.x % BLOCKSIZE);

    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * sum + beta * C[row * N + col];
    }
}

/* ------------------------------------------------------------------ */
/* step 2                                                             */
/* ------------------------------------------------------------------ */
__global__ void sgemm_shared(int M, int N, int K, float alpha, const float *A,
                             const float *B, float beta, float *C)
{
    __shared__ float As[BLOCKSIZE * BLOCKSIZE];
    __shared__ float Bs[BLOCKSIZE * BLOCKSIZE];

    const unsigned int trow = threadIdx.x / BLOCKSIZE;
    const unsigned int tcol = threadIdx.x % BLOCKSIZE;

    /* move the pointers to the first tile */
    A += blockIdx.x * BLOCKSIZE * K;
    B += blockIdx.y * BLOCKSIZE;
    C += blockIdx.x * BLOCKSIZE * N + blockIdx.y * BLOCKSIZE;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += BLOCKSIZE) {
        As[trow * BLOCKSIZE + tcol] = A[trow * K + tcol];
        Bs[trow * BLOCKSIZE + tcol] = B[trow * N + tcol];
        __syncthreads();

        A += BLOCKSIZE;
        B += BLOCKSIZE * N;

        for (int k = 0; k < BLOCKSIZE; ++k)
            sum += As[trow * BLOCKSIZE + k] * Bs[k * BLOCKSIZE + tcol];
        __syncthreads();
    }
    C[trow * N + tcol] = alpha * sum + beta * C[trow * N + tcol];
    (void)M;
}

/* ------------------------------------------------------------------ */
/* step 3                                                             */
/* ------------------------------------------------------------------ */
template <const int BM, const int BN, const int BK, const int TM>
__global__ void sgemm_blocktile_1d(int M, int N, int K, float alpha,
                                   const float *A, const float *B, float beta,
                                   float *C)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    const unsigned int crow = blockIdx.y;
    const unsigned int ccol = blockIdx.x;
    const int tcol = threadIdx.x % BN;
    const int trow = threadIdx.x / BN;

    A += crow * BM * K;
    B += ccol * BN;
    C += crow * BM * N + ccol * BN;

    const unsigned int a_row = threadIdx.x / BK, a_col = threadIdx.x % BK;
    const unsigned int b_row = threadIdx.x / BN, b_col = threadIdx.x % BN;

    float result[TM] = {0.0f};

    for (unsigned int bk = 0; bk < K; bk += BK) {
        As[a_row * BK + a_col] = A[a_row * K + a_col];
        Bs[b_row * BN + b_col] = B[b_row * N + b_col];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (unsigned int k = 0; k < BK; ++k) {
            float b = Bs[k * BN + tcol];
            for (unsigned int i = 0; i < TM; ++i)
                result[i] += As[(trow * TM + i) * BK + k] * b;
        }
        __syncthreads();
    }
    for (unsigned int i = 0; i < TM; ++i) {
        const unsigned int at = (trow * TM + i) * N + tcol;
        C[at] = alpha * result[i] + beta * C[at];
    }
}

/* ------------------------------------------------------------------ */
/* step 4                                                             */
/* ------------------------------------------------------------------ */
template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
sgemm_blocktile_2d(int M, int N, int K, float alpha, const float *A,
                   const float *B, float beta, float *C)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    const int crow = blockIdx.y, ccol = blockIdx.x;
    const int threads = (BM * BN) / (TM * TN);
    const int tcol = threadIdx.x % (BN / TN);
    const int trow = threadIdx.x / (BN / TN);

    A += crow * BM * K;
    B += ccol * BN;
    C += crow * BM * N + ccol * BN;

    const int a_row = threadIdx.x / BK, a_col = threadIdx.x % BK;
    const int b_row = threadIdx.x / BN, b_col = threadIdx.x % BN;
    const int a_stride = threads / BK;
    const int b_stride = threads / BN;

    float result[TM * TN] = {0.0f};
    float ra[TM] = {0.0f};
    float rb[TN] = {0.0f};

    for (int bk = 0; bk < K; bk += BK) {
        for (int off = 0; off < BM; off += a_stride)
            As[(a_row + off) * BK + a_col] = A[(a_row + off) * K + a_col];
        for (int off = 0; off < BK; off += b_stride)
            Bs[(b_row + off) * BN + b_col] = B[(b_row + off) * N + b_col];
        __syncthreads();

        A += BK;
        B += BK * N;

        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i) ra[i] = As[(trow * TM + i) * BK + k];
#pragma unroll
            for (int j = 0; j < TN; ++j) rb[j] = Bs[k * BN + tcol * TN + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    result[i * TN + j] += ra[i] * rb[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) {
            float *p = &C[(trow * TM + i) * N + tcol * TN + j];
            *p = alpha * result[i * TN + j] + beta * *p;
        }
}

/* ------------------------------------------------------------------ */
/* host                                                               */
/* ------------------------------------------------------------------ */
static void randomize(float *m, int count)
{
    for (int i = 0; i < count; i++) {
        float v = (float)(rand() % 5) + 0.01f * (rand() % 5);
        m[i] = (rand() % 2) ? v : -v;
    }
}

static int verify(const float *ref, const float *out, int count)
{
    for (int i = 0; i < count; i++) {
        double diff = fabs((double)ref[i] - (double)out[i]);
        if (isnan(diff) || diff > 0.05) {
            printf("first bad element: %5.2f should be %5.2f, diff %5.2f, at %d\n",
                   out[i], ref[i], diff, i);
            return 0;
        }
    }
    return 1;
}

static void run_step(int step, int M, int N, int K, float alpha, float *A,
                     float *B, float beta, float *C)
{
    switch (step) {
    case 0: {
        dim3 grid(CEIL_DIV(M, 32), CEIL_DIV(N, 32));
        dim3 block(32, 32);
        sgemm_naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
        break;
    }
    case 1: {
        dim3 grid(CEIL_DIV(M, BLOCKSIZE), CEIL_DIV(N, BLOCKSIZE));
        dim3 block(BLOCKSIZE * BLOCKSIZE);
        sgemm_coalesced<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
        break;
    }
    case 2: {
        dim3 grid(CEIL_DIV(M, BLOCKSIZE), CEIL_DIV(N, BLOCKSIZE));
        sgemm_shared<<<grid, BLOCKSIZE * BLOCKSIZE>>>(M, N, K, alpha, A, B, beta, C);
        break;
    }
    case 3: {
        const unsigned int BM = 64, BN = 64, BK = 8, TM = 8;
        dim3 grid(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
        dim3 block((BM * BN) / TM);
        sgemm_blocktile_1d<BM, BN, BK, TM><<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
        break;
    }
    case 4: {
        const unsigned int BM = 64, BN = 64, BK = 8, TM = 8, TN = 8;
        dim3 grid(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
        dim3 block((BM * BN) / (TM * TN));
        sgemm_blocktile_2d<BM, BN, BK, TM, TN><<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
        break;
    }
    default:
        fprintf(stderr, "unknown step %d -> use 0..4 (or '?')\n", step);
        exit(2);
    }
    CHECK(cudaGetLastError());
}

int main(int argc, char **argv)
{
    int first = 0, last = 4, reps = 10;
    if (argc > 1) first = last = atoi(argv[1]);
    if (argc > 2) reps = atoi(argv[2]);

    const int sizes[] = {128, 256, 512, 1024, 2048};
    const int max_size = sizes[sizeof(sizes) / sizeof(sizes[0]) - 1];
    const size_t bytes = sizeof(float) * max_size * max_size;
    const float alpha = 0.5f, beta = 3.0f;

    float *A = (float *)malloc(bytes), *B = (float *)malloc(bytes);
    float *C = (float *)malloc(bytes), *R = (float *)malloc(bytes);
    randomize(A, max_size * max_size);
    randomize(B, max_size * max_size);
    randomize(C, max_size * max_size);

    float *dA, *dB, *dC, *dR;
    CHECK(cudaMalloc((void **)&dA, bytes));
    CHECK(cudaMalloc((void **)&dB, bytes));
    CHECK(cudaMalloc((void **)&dC, bytes));
    CHECK(cudaMalloc((void **)&dR, bytes));
    CHECK(cudaMemcpy(dA, A, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, B, bytes, cudaMemcpyHostToDevice));

    cudaEvent_t beg, end;
    CHECK(cudaEventCreate(&beg));
    CHECK(cudaEventCreate(&end));

    for (int step = first; step <= last; step++) {
        printf("==== step %d ====\n", step);
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
            const int n = sizes[s];
            CHECK(cudaMemcpy(dC, C, bytes, cudaMemcpyHostToDevice));
            CHECK(cudaMemcpy(dR, C, bytes, cudaMemcpyHostToDevice));
            /* reference is always step 0 */
            run_step(0, n, n, n, alpha, dA, dB, beta, dR);
            run_step(step, n, n, n, alpha, dA, dB, beta, dC);
            CHECK(cudaMemcpy(R, dR, sizeof(float) * n * n, cudaMemcpyDeviceToHost));
            float *out = (float *)malloc(sizeof(float) * n * n);
            CHECK(cudaMemcpy(out, dC, sizeof(float) * n * n, cudaMemcpyDeviceToHost));
            if (!verify(R, out, n * n)) return 1;
            free(out);

            CHECK(cudaEventRecord(beg));
            for (int r = 0; r < reps; r++)
                run_step(step, n, n, n, alpha, dA, dB, beta, dC);
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            float ms = 0.0f;
            CHECK(cudaEventElapsedTime(&ms, beg, end));
            double flops = 2.0 * n * n * (double)n;
            printf("n = %5d   %9.5f ms   %8.1f GFLOP/s\n", n, ms / reps,
                   reps * flops * 1e-6 / ms);
        }
    }

    free(A); free(B); free(C); free(R);
    cudaFree(dA); cudaFree(dB); cudaFree(dC); cudaFree(dR);
    return 0;
}
