#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define N  96
#define TW 16

__global__ void matMul(const float *a, const float *b, float *c)
{
    __shared__ float ta[TW][TW];
    __shared__ float tb[TW][TW];
    int row = blockIdx.y * TW + threadIdx.y;
    int col = blockIdx.x * TW + threadIdx.x;
    float sum = 0.0f;

    for (int m = 0; m < N / TW; ++m) {
        ta[threadIdx.y][threadIdx.x] = a[row * N + m * TW + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(m * TW + threadIdx.y) * N + col];
        __syncthreads();

        for (int k = 0; k < TW; ++k)
            sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
    }
    c[row * N + col] = sum;
}

int main()
{
    const size_t size = N * N * sizeof(float);
    float *ha = (float *)malloc(size), *hb = (float *)malloc(size), *hc = (float *)malloc(size);
    for (int i = 0; i < N * N; ++i) { ha[i] = i % 3; hb[i] = i % 5; }
    float *da, *db, *dc;
    cudaMalloc(&da, size);
    cudaMalloc(&db, size);
    cudaMalloc(&dc, size);
    cudaMemcpy(da, ha, size, cudaMemcpyHostToDevice);
    cudaMemcpy(db, hb, size, cudaMemcpyHostToDevice);
    dim3 block(TW, TW), grid(N / TW, N / TW);
    matMul<<<grid, block>>>(da, db, dc);
    cudaMemcpy(hc, dc, size, cudaMemcpyDeviceToHost);
    printf("%f\n", hc[N + 1]);
    cudaFree(da); cudaFree(db); cudaFree(dc);
    free(ha); free(hb); free(hc);
    return 0;
}
