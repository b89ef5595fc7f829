#include <cstdio>
#include <cuda_runtime.h>

#define ROW 16

__device__ __forceinline__ int halfSum(int v, unsigned mask)
{
    for (int d = ROW / 2; d > 0; d >>= 1)
        v += __shfl_down_sync(mask, v, d, ROW);
    return v;
}

__device__ __forceinline__ int halfMax(int v, unsigned mask)
{
    for (int d = ROW / 2; d > 0; d >>= 1)
        v = max(v, __shfl_xor_sync(mask, v, d, ROW));
    return v;
}

// even rows: sum, odd rows: maximum
__global__ void rowStats(const int *m, int *res, int rows)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int row = gid / ROW;
    int col = gid % ROW;
    if (row >= rows) return;

    int v = m[row * ROW + col];
    int r;
    if ((threadIdx.x & 16) == 0)
        r = halfSum(v, 0x0000ffffu);
    else
        r = halfMax(v, 0xffff0000u);
    if (col == 0) res[row] = r;
}

int main()
{
    const int rows = 37;
    int h[rows * ROW], out[rows];
    for (int i = 0; i < rows * ROW; i++) h[i] = (i * 7) % 23;
    int *d_m, *d_res;
    cudaMalloc(&d_m, sizeof(h));
    cudaMalloc(&d_res, sizeof(out));
    cudaMemcpy(d_m, h, sizeof(h), cudaMemcpyHostToDevice);
    const int tpb = 128;
    rowStats<<<(rows * ROW + tpb - 1) / tpb, tpb>>>(d_m, d_res, rows);
    cudaMemcpy(out, d_res, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int r = 0; r < rows; r++) {
        int s = 0, m = 0;
        for (int c = 0; c < ROW; c++) {
            s += h[r * ROW + c];
            if (h[r * ROW + c] > m) m = h[r * ROW + c];
        }
        if (out[r] != (r % 2 ? m : s)) bad++;
    }
    printf("bad = %d\n", bad);
    cudaFree(d_m); cudaFree(d_res);
    return bad;
}
