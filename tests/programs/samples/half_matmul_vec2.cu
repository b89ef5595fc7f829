// C (fp32) = A (fp16) x B^T (fp16): B is stored transposed so that both
// operands can be read as half2 along k.  Also a half "axpby" epilogue.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define M_DIM 96
#define N_DIM 160
#define K_DIM 128
#define TILE_M 16
#define TILE_N 32
#define K2 (K_DIM / 2)

#define CUDA_TRY(x) { cudaError_t err__ = (x); if (err__ != cudaSuccess) { \
    printf("CUDA error %d at line %d\n", (int)err__, __LINE__); return 1; } }

__global__ void hgemm_nt(const half2 *A, const half2 *Bt, float *C, int m, int n, int k2)
{
    __shared__ half2 sa[TILE_M][TILE_M + 1];
    __shared__ half2 sb[TILE_N][TILE_M + 1];
    int tx = threadIdx.x;              // 0 .. TILE_N-1
    int ty = threadIdx.y;              // 0 .. TILE_M-1
    int row = blockIdx.y * TILE_M + ty;
    int col = blockIdx.x * TILE_N + tx;
    float lo = 0.0f, hi = 0.0f;

    for (int p = 0; p < k2; p += TILE_M) {
        if (tx < TILE_M) {
            sa[ty][tx] = A[row * k2 + p + tx];
            sb[ty][tx] = Bt[(blockIdx.x * TILE_N + ty) * k2 + p + tx];
        } else {
            int x = tx - TILE_M;
            sb[ty + TILE_M][x] = Bt[(blockIdx.x * TILE_N + TILE_M + ty) * k2 + p + x];
        }
        __syncthreads();
        for (int q = 0; q < TILE_M; q++) {
            float2 a = __half22float2(sa[ty][q]);
            float2 b = __half22float2(sb[tx][q]);
            lo += a.x * b.x;
            hi += a.y * b.y;
        }
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = lo + hi;
}

__global__ void to_half_scaled(const float *in, __half *out, float scale, unsigned int count)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = __float2half(in[i] * scale);
}

int main(void)
{
    const size_t szA = (size_t)M_DIM * K_DIM * sizeof(__half);
    const size_t szB = (size_t)N_DIM * K_DIM * sizeof(__half);
    const size_t szC = (size_t)M_DIM * N_DIM * sizeof(float);
    const float scale = 0.125f;

    __half *A = (__half *)malloc(szA), *Bt = (__half *)malloc(szB);
    float *C = (float *)malloc(szC);
    __half *Ch = (__half *)malloc(szC / 2);

    for (int i = 0; i < M_DIM * K_DIM; i++) A[i] = __float2half((float)(i % 11) * 0.1f - 0.5f);
    for (int i = 0; i < N_DIM * K_DIM; i++) Bt[i] = __float2half((float)(i % 7) * 0.2f - 0.6f);

    __half *dA, *dB, *dCh;
    float *dC;
    CUDA_TRY(cudaMalloc((void **)&dA, szA));
    CUDA_TRY(cudaMalloc((void **)&dB, szB));
    CUDA_TRY(cudaMalloc((void **)&dC, szC));
    CUDA_TRY(cudaMalloc((void **)&dCh, szC / sizeof(float) * sizeof(__half)));
    CUDA_TRY(cudaMemcpy(dA, A, szA, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(dB, Bt, szB, cudaMemcpyHostToDevice));

    dim3 blk(TILE_N, TILE_M);
    dim3 grd(N_DIM / TILE_N, M_DIM / TILE_M);
    hgemm_nt<<<grd, blk>>>((const half2 *)dA, (const half2 *)dB, dC, M_DIM, N_DIM, K2);
    CUDA_TRY(cudaGetLastError());

    const unsigned int total = M_DIM * N_DIM;
    void *params[] = {&dC, &dCh, (void *)&scale, (void *)&total};
    CUDA_TRY(cudaLaunchKernel((const void *)to_half_scaled, dim3((total + 127u) / 128u), dim3(128), params, 0, 0));

    CUDA_TRY(cudaMemcpy(C, dC, szC, cudaMemcpyDeviceToHost));
    CUDA_TRY(cudaMemcpy(Ch, dCh, szC / 2, cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int r = 0; r < M_DIM; r++)
        for (int c = 0; c < N_DIM; c++) {
            double s = 0;
            for (int k = 0; k < K_DIM; k++)
                s += (double)__half2float(A[r * K_DIM + k]) * __half2float(Bt[c * K_DIM + k]);
            if (fabs(s - C[r * N_DIM + c]) > 1e-2) bad++;
            if (fabs(s * scale - __half2float(Ch[r * N_DIM + c])) > 2e-2) bad++;
        }
    printf("hgemm %dx%dx%d: %s (%d)\n", M_DIM, N_DIM, K_DIM, bad ? "FAILED" : "passed", bad);

    free(A); free(Bt); free(C); free(Ch);
    cudaFree(dA); cudaFree(dB); cudaFree(dC); cudaFree(dCh);
    return bad ? 1 : 0;
}
