// Half precision storage, float accumulation:
//   y = W x          (one warp per row)
//   C[b] = A[b] B[b] (a batch of small square products, blockIdx.z is the batch)
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

namespace cfg {
constexpr int kRows = 300;
constexpr int kCols = 512;
constexpr int kWarps = 4;
constexpr int kThreads = kWarps * 32;
constexpr int kEdge = 40;
constexpr int kBatch = 6;
}  // namespace cfg

__global__ void to_half(const float *src, __half *dst, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = __float2half(src[i]);
}

// one warp per row
__global__ void matvec(const __half *w, const __half *x, float *y, int rows, int cols)
{
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * (blockDim.x / 32) + warp;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += __half2float(w[row * cols + c]) * __half2float(x[c]);
    for (int off = 16; off > 0; off /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, off);
    if (lane == 0)
        y[row] = sum;
}

// TS x TS tiles, ragged edges are filled with zeros
template <int TS>
__global__ void batched(const __half *a, const __half *b, __half *c, int n)
{
    __shared__ __half sa[TS][TS + 2];
    __shared__ __half sb[TS][TS + 2];
    const size_t first = (size_t)blockIdx.z * n * n;
    const int row = blockIdx.y * TS + threadIdx.y;
    const int col = blockIdx.x * TS + threadIdx.x;
    const __half zero = __float2half(0.0f);
    float acc = 0.0f;
    for (int t = 0; t < n; t += TS) {
        int ka = t + threadIdx.x, kb = t + threadIdx.y;
        sa[threadIdx.y][threadIdx.x] = row < n && ka < n ? a[first + row * n + ka] : zero;
        sb[threadIdx.y][threadIdx.x] = kb < n && col < n ? b[first + kb * n + col] : zero;
        __syncthreads();
        for (int k = 0; k < TS; k++)
            acc += __half2float(sa[threadIdx.y][k]) * __half2float(sb[k][threadIdx.x]);
        __syncthreads();
    }
    if (row < n && col < n)
        c[first + row * n + col] = __float2half(acc);
}

static int test_batched()
{
    using namespace cfg;
    const int n = kEdge, total = kBatch * n * n;
    __half *h = (__half *)malloc(3 * total * sizeof(__half));
    __half *ha = h, *hb = h + total, *hc = h + 2 * total, *d;
    for (int i = 0; i < total; i++) {
        ha[i] = __float2half((float)(i % 5) / 4.0f);
        hb[i] = __float2half((float)(i % 7 - 3) / 8.0f);
    }
    cudaMalloc(&d, 3 * total * sizeof(__half));
    cudaMemcpy(d, h, 2 * total * sizeof(__half), cudaMemcpyHostToDevice);
    dim3 block(16, 16);
    dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, kBatch);
    batched<16><<<grid, block>>>(d, d + total, d + 2 * total, n);
    cudaMemcpy(hc, d + 2 * total, total * sizeof(__half), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int b = 0; b < kBatch; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float s = 0.0f;
                for (int k = 0; k < n; k++)
                    s += __half2float(ha[(b * n + i) * n + k]) * __half2float(hb[(b * n + k) * n + j]);
                if (fabsf(s - __half2float(hc[(b * n + i) * n + j])) > 0.02f)
                    bad++;
            }
    cudaFree(d);
    free(h);
    return bad;
}

int main()
{
    using namespace cfg;
    const int n = kRows * kCols;
    float *hw = (float *)malloc(n * sizeof(float));
    float *hx = (float *)malloc(kCols * sizeof(float));
    float hy[kRows];
    for (int i = 0; i < n; i++) hw[i] = (float)(i % 17 - 8) / 16.0f;
    for (int i = 0; i < kCols; i++) hx[i] = (float)(i % 9) / 8.0f;

    float *dwf, *dxf, *dy;
    __half *dw, *dx;
    cudaMalloc(&dwf, n * sizeof(float));
    cudaMalloc(&dxf, kCols * sizeof(float));
    cudaMalloc(&dw, n * sizeof(__half));
    cudaMalloc(&dx, kCols * sizeof(__half));
    cudaMalloc(&dy, sizeof(hy));
    cudaMemcpy(dwf, hw, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dxf, hx, kCols * sizeof(float), cudaMemcpyHostToDevice);

    to_half<<<(n + 255) / 256, 256>>>(dwf, dw, n);
    to_half<<<(kCols + 255) / 256, 256>>>(dxf, dx, kCols);
    matvec<<<(kRows + kWarps - 1) / kWarps, kThreads>>>(dw, dx, dy, kRows, kCols);
    cudaMemcpy(hy, dy, sizeof(hy), cudaMemcpyDeviceToHost);

    int bad = 0;
    for (int r = 0; r < kRows; r++) {
        float ref = 0;
        for (int c = 0; c < kCols; c++) ref += hw[r * kCols + c] * hx[c];
        if (fabsf(ref - hy[r]) > 1e-2f * (1.0f + fabsf(ref))) bad++;
    }
    int bad2 = test_batched();
    printf("%d of %d rows differ, %d elements of the batch differ\n", bad, kRows, bad2);
    cudaFree(dwf); cudaFree(dxf); cudaFree(dw); cudaFree(dx); cudaFree(dy);
    free(hw); free(hx);
    return bad || bad2 ? 1 : 0;
}
