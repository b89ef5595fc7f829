#include <cuda_runtime.h>

// interleaved RGB bytes -> gray; two flavours, plus in-place invert

__global__ void rgbToGrayBytes(unsigned char *grayImage, unsigned char *rgbImage, int numRows, int numCols)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col < numCols && row < numRows) {
        // get 1D coordinate for the grayscale image
        int grayOffset = row * numCols + col;
        int rgbOffset  = grayOffset * 3;
        unsigned char r = rgbImage[rgbOffset    ];
        unsigned char g = rgbImage[rgbOffset + 1];
        unsigned char b = rgbImage[rgbOffset + 2];
        grayImage[grayOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
    }
}

__global__ void rgbaToGrayVec(const uchar4* const rgba, unsigned char* const gray, size_t pixels)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    const uchar4 p = rgba[i];
    gray[i] = (unsigned char)((p.x * 77u + p.y * 150u + p.z * 29u + 128u) >> 8);   // integer luma
}

__global__ void invert(unsigned char* img, size_t bytes)
{
    // four pixels at once; the remainder by thread 0
    unsigned int* words = (unsigned int*)img;
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < bytes / 4) words[i] ^= 0xffffffff;
    if (i == 0)
        for (size_t k = bytes & ~(size_t)3; k < bytes; ++k) img[k] = ~img[k];
}

// hue (0..360), saturation and value from BGRA words
__global__ void bgraToHsv(const uint* pixels, float3* hsv, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uchar4 p = *reinterpret_cast<uchar4*>(const_cast<uint*>(pixels + i));
    const float b = p.x / 255.f, g = p.y / 255.f, r = p.z / 255.f;
    const float hi = fmaxf(r, fmaxf(g, b)), lo = fminf(r, fminf(g, b)), chroma = hi - lo;
    float h = chroma == 0.f ? 0.f
            : hi == r       ? fmodf((g - b) / chroma + 6.f, 6.f)
            : hi == g       ? (b - r) / chroma + 2.f
                            : (r - g) / chroma + 4.f;
    h *= 60;
    hsv[i] = make_float3(h, hi > 0 ? chroma / hi : 0, hi);
}
