#include <stdio.h>
#include <cuda_runtime.h>

int TILE = 16;

__global__ void tiled_copy(const float *in, float *out, int n)
{
    __shared__ float t[TILE][16]; //~ 8:24 the size of a __shared__ array has to be a constant, TILE (line 4) is a variable: const int TILE
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < n && y < n) t[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    if (x < n && y < n) out[y * n + x] = t[threadIdx.y][threadIdx.x];
}

int main(void)
{
    int n = 500;
    float *in, *out;
    cudaMalloc(&in, n * n * sizeof(float));
    cudaMalloc(&out, n * n * sizeof(float));
    cudaMemset(in, 0, n * n * sizeof(float));
    dim3 b(TILE, TILE), g((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    tiled_copy<<<g, b>>>(in, out, n);
    cudaDeviceSynchronize();
    return 0;
}
