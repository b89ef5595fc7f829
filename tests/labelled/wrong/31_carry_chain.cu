#include <stdio.h>
#include <cuda_runtime.h>

#define TILE 64

// running totals of tiles, handed from block to block
__global__ void carryScan(const float *in, float *out, float *total, volatile int *flag, unsigned *order)
{
    __shared__ float s[TILE];
    __shared__ unsigned id;
    __shared__ float before;
    const unsigned t = threadIdx.x;

    if (t == 0) id = atomicAdd(order, 1u);
    __syncthreads();
    s[t] = in[id * TILE + t];
    __syncthreads();
    for (unsigned d = 1; d < TILE; d *= 2) {
        float v = t >= d ? s[t - d] : 0.0f;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        float b = 0.0f;
        if (id != 0) {
            while (flag[id - 1] != 1) ;
            __threadfence();
            b = total[id - 1];
        }
        total[id] = b + s[TILE - 1];
        flag[id] = 1;
        before = b;
    }
    __syncthreads();
    out[id * TILE + t] = before + s[t];
}

int main()
{
    const int tiles = 30, n = tiles * TILE;
    static float h[n];
    for (int i = 0; i < n; i++) h[i] = 0.5f;
    float *in, *out, *total;
    int *flag;
    unsigned *order;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&total, tiles * sizeof(float));
    cudaMalloc(&flag, tiles * sizeof(int));
    cudaMalloc(&order, sizeof(unsigned));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(flag, 0, tiles * sizeof(int));
    cudaMemset(order, 0, sizeof(unsigned));
    carryScan<<<tiles, TILE>>>(in, out, total, flag, order);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("last %f\n", h[n - 1]);
    return 0;
}
