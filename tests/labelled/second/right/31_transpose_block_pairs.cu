#include <cstdio>
#include <cuda_runtime.h>

#define B 16

__global__ void transposeInPlace(int *m, int n)
{
    __shared__ int up[B][B + 1];
    __shared__ int low[B][B + 1];

    if (blockIdx.x < blockIdx.y)
        return;

    int ux = blockIdx.x * B + threadIdx.x, uy = blockIdx.y * B + threadIdx.y;
    int lx = blockIdx.y * B + threadIdx.x, ly = blockIdx.x * B + threadIdx.y;

    up[threadIdx.y][threadIdx.x]  = m[uy * n + ux];
    low[threadIdx.y][threadIdx.x] = m[ly * n + lx];
    __syncthreads();
    m[uy * n + ux] = low[threadIdx.x][threadIdx.y];
    m[ly * n + lx] = up[threadIdx.x][threadIdx.y];
}

int main()
{
    const int n = 7 * B;
    static int h[n * n];
    for (int i = 0; i < n * n; ++i) h[i] = i;
    int *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    transposeInPlace<<<dim3(n / B, n / B), dim3(B, B)>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
            bad += h[r * n + c] != c * n + r;
    printf("%s\n", bad ? "wrong" : "fine");
    cudaFree(d);
    return bad;
}
