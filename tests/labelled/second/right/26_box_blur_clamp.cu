#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

typedef unsigned char uchar;

__device__ __host__ inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

__global__ void boxBlur(const uchar *src, uchar *dst, int w, int h, int pitch, int r)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;

    unsigned total = 0;
    for (int dy = -r; dy <= r; ++dy) {
        const uchar *line = src + clampi(py + dy, 0, h - 1) * pitch;
        for (int dx = -r; dx <= r; ++dx)
            total += line[clampi(px + dx, 0, w - 1)];
    }
    const int area = (2 * r + 1) * (2 * r + 1);
    dst[py * pitch + px] = (uchar)((total + area / 2) / area);
}

int main()
{
    const int width = 317, height = 211, pitch = 320;
    const size_t bytes = pitch * height;
    uchar *img = (uchar *)calloc(bytes, 1);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            img[y * pitch + x] = (uchar)(x ^ y);

    uchar *d_src, *d_dst;
    cudaMalloc((void **)&d_src, bytes);
    cudaMalloc((void **)&d_dst, bytes);
    cudaMemcpy(d_src, img, bytes, cudaMemcpyHostToDevice);
    cudaMemset(d_dst, 0, bytes);

    dim3 threads(16, 16);
    dim3 blocks((width + 15) / 16, (height + 15) / 16);
    boxBlur<<<blocks, threads>>>(d_src, d_dst, width, height, pitch, 4);

    cudaMemcpy(img, d_dst, bytes, cudaMemcpyDeviceToHost);
    printf("centre %d\n", img[(height / 2) * pitch + width / 2]);
    cudaFree(d_src);
    cudaFree(d_dst);
    free(img);
    return 0;
}
