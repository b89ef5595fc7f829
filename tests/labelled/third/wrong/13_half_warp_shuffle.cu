#include <cuda_runtime.h>
#include <cstdio>

constexpr unsigned kAllLanes = 0xffffffffu;

// Lanes 0..15 of each warp add up one short row of 16 numbers,
// lanes 16..31 copy the other row through.
__global__ void pairRows(const float *in, float *rowSum, float *copy)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = gid / 32;
    float v = in[gid];

    if (lane < 16) {
        for (int d = 8; d > 0; d >>= 1)
            v += __shfl_down_sync(kAllLanes, v, d, 16);
        if (lane == 0)
            rowSum[warp] = v;
    } else {
        copy[warp * 16 + lane - 16] = v;
    }
}

int main()
{
    const int threads = 128;
    const int blocks = 4;
    const int n = threads * blocks;
    const int warps = n / 32;
    float *in, *rowSum, *copy;

    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&rowSum, warps * sizeof(float));
    cudaMallocManaged(&copy, warps * 16 * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = float(i % 32);

    pairRows<<<blocks, threads>>>(in, rowSum, copy);
    cudaDeviceSynchronize();

    for (int w = 0; w < warps; ++w)
        printf("%g (120) ", rowSum[w]);
    printf("\n");
    cudaFree(in);
    cudaFree(rowSum);
    cudaFree(copy);
    return 0;
}
