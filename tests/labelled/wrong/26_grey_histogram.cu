// Histogram of an 8-bit image
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>

#define NBINS 64

__global__ void greyHist(const unsigned char *img, int pixels, unsigned *hist)
{
    __shared__ unsigned h[NBINS];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pixels; p += gridDim.x * blockDim.x)
        h[img[p] >> 2]++;
    __syncthreads();
    atomicAdd(&hist[threadIdx.x], h[threadIdx.x]);
}

int main()
{
    const int w = 160, ht = 100;
    std::vector<unsigned char> img(w * ht);
    for (int y = 0; y < ht; ++y)
        for (int x = 0; x < w; ++x)
            img[y * w + x] = (unsigned char)(y < 50 ? 40 : 40 + x % 8);
    unsigned char *d;
    unsigned *dh, h[NBINS];
    cudaMalloc(&d, img.size());
    cudaMalloc(&dh, sizeof h);
    cudaMemcpy(d, img.data(), img.size(), cudaMemcpyHostToDevice);
    cudaMemset(dh, 0, sizeof h);
    greyHist<<<16, NBINS>>>(d, w * ht, dh);
    cudaMemcpy(h, dh, sizeof h, cudaMemcpyDeviceToHost);
    unsigned s = 0;
    for (int b = 0; b < NBINS; ++b) s += h[b];
    printf("%u pixels counted, bin 10: %u\n", s, h[10]);
    return 0;
}
