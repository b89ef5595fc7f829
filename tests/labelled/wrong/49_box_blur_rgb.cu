#include <cuda_runtime.h>
#include <iostream>
#include <vector>

struct RGB { unsigned char r, g, b; };

template <int RAD>
__global__ void boxBlur(const RGB* src, RGB* dst, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;

    int r = 0, g = 0, b = 0;
    for (int dy = -RAD; dy <= RAD; ++dy) {
        for (int dx = -RAD; dx <= RAD; ++dx) {
            const int xx = min(max(x + dx, 0), w);
            const int yy = min(max(y + dy, 0), h - 1);
            const RGB p = src[yy * w + xx];
            r += p.r;
            g += p.g;
            b += p.b;
        }
    }
    constexpr int area = (2 * RAD + 1) * (2 * RAD + 1);
    dst[y * w + x] = RGB{(unsigned char)(r / area), (unsigned char)(g / area), (unsigned char)(b / area)};
}

int main()
{
    const int w = 90, h = 50;
    std::vector<RGB> img(w * h);
    for (int i = 0; i < w * h; ++i)
        img[i] = RGB{(unsigned char)(i % 256), (unsigned char)(i / 16 % 256), 128};
    RGB *src, *dst;
    cudaMalloc(&src, img.size() * sizeof(RGB));
    cudaMalloc(&dst, img.size() * sizeof(RGB));
    cudaMemcpy(src, img.data(), img.size() * sizeof(RGB), cudaMemcpyHostToDevice);
    dim3 block(16, 16);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    boxBlur<2><<<grid, block>>>(src, dst, w, h);
    cudaMemcpy(img.data(), dst, img.size() * sizeof(RGB), cudaMemcpyDeviceToHost);
    std::cout << int(img[0].r) << " " << int(img.back().r) << "\n";
    cudaFree(src);
    cudaFree(dst);
}
