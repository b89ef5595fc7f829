#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int RADIUS = 5;
constexpr int BLOCK  = 160;

// grey dilation of a line with a flat window of 2*RADIUS+1
__global__ void dilate(const unsigned char *src, unsigned char *dst)
{
    __shared__ unsigned char tile[BLOCK + RADIUS];
    const int g = blockIdx.x * BLOCK + threadIdx.x;
    const int l = threadIdx.x + RADIUS;

    tile[l] = src[g];
    if (threadIdx.x < RADIUS) {
        tile[threadIdx.x] = src[g - RADIUS];
        tile[l + BLOCK]   = src[g + BLOCK];
    }
    __syncthreads();

    unsigned char m = 0;
    for (int d = -RADIUS; d <= RADIUS; ++d)
        m = tile[l + d] > m ? tile[l + d] : m;
    dst[g] = m;
}

int main()
{
    const int n = 20 * BLOCK;
    std::vector<unsigned char> h(n + 2 * RADIUS, 0), r(n);
    for (int i = 0; i < n; i += 37) h[RADIUS + i] = 200;
    unsigned char *src, *dst;
    cudaMalloc(&src, h.size());
    cudaMalloc(&dst, n);
    cudaMemcpy(src, h.data(), h.size(), cudaMemcpyHostToDevice);
    dilate<<<n / BLOCK, BLOCK>>>(src + RADIUS, dst);
    cudaMemcpy(r.data(), dst, n, cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[20]);
    cudaFree(src);
    cudaFree(dst);
    return 0;
}
