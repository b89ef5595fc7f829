#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Pixel {
    unsigned char r, g, b;
};

__global__ void rgbToGray(const Pixel *img, unsigned char *gray, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y <= height) {
        Pixel p = img[y * width + x];
        gray[y * width + x] = (unsigned char)(0.299f * p.r + 0.587f * p.g + 0.114f * p.b);
    }
}

int main()
{
    const int width = 320, height = 200;
    const int pixels = width * height;
    Pixel *h_img = (Pixel *)malloc(pixels * sizeof(Pixel));
    unsigned char *h_gray = (unsigned char *)malloc(pixels);
    for (int i = 0; i < pixels; i++) {
        h_img[i].r = i & 255;
        h_img[i].g = (i >> 2) & 255;
        h_img[i].b = (i >> 4) & 255;
    }
    Pixel *d_img;
    unsigned char *d_gray;
    cudaMalloc((void **)&d_img, pixels * sizeof(Pixel));
    cudaMalloc((void **)&d_gray, pixels);
    cudaMemcpy(d_img, h_img, pixels * sizeof(Pixel), cudaMemcpyHostToDevice);

    dim3 block(16, 16);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    rgbToGray<<<grid, block>>>(d_img, d_gray, width, height);

    cudaMemcpy(h_gray, d_gray, pixels, cudaMemcpyDeviceToHost);
    printf("%d\n", h_gray[pixels - 1]);
    cudaFree(d_img);
    cudaFree(d_gray);
    free(h_img);
    free(h_gray);
    return 0;
}
