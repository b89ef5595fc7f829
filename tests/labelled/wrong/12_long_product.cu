// juzhen chengfa, zhengshu ban (64 wei)
#include <cuda_runtime.h>
#include <stdio.h>

typedef long long i64;

const int HANG = 33;   // A de hangshu
const int ZHONG = 21;  // gongtong weidu
const int LIE = 45;    // B de lieshu

__device__ i64 quA(const i64 *a, int i, int k) { return a[i * ZHONG + k]; }
__device__ i64 quB(const i64 *b, int k, int j) { return b[k * LIE + j]; }

// mei ge xiancheng jisuan yi ge yuansu
__global__ void mul64(const i64 *a, const i64 *b, i64 *c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < HANG && j < LIE)
    {
        i64 sum = 0;
        for (int k = 0; k < ZHONG; k++)
        {
            sum = quA(a, i, k) * quB(b, k, j);
        }
        c[i * LIE + j] = sum;
    }
}

int main()
{
    static i64 a[HANG * ZHONG], b[ZHONG * LIE], c[HANG * LIE];
    for (int i = 0; i < HANG * ZHONG; i++) a[i] = (i64)i * 1000003 % 1009;
    for (int i = 0; i < ZHONG * LIE; i++) b[i] = (i64)i * 7907 % 997;
    i64 *da, *db, *dc;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dc, sizeof(c));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    dim3 kuai(8, 8);
    dim3 wangge((LIE + kuai.x - 1) / kuai.x, (HANG + kuai.y - 1) / kuai.y);
    mul64<<<wangge, kuai>>>(da, db, dc);
    cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
    printf("c[0][0] = %lld\n", c[0]);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return 0;
}
