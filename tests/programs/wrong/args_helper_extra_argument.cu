/* Mandelbrot, course exercise 5: fill in the TODOs */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define MAXIT 255

__global__ void mandel(unsigned char *img, int w, int h, float x0, float y0, float dx)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cr = x0 + px * dx, ci = y0 + py * dx, r = 0, i = 0;
    int it = 0;
    while (r * r + i * i < 4.0f && it < MAXIT) {
        float t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
        it++;
    }
    img[py * w + px] = it;
}

/* TODO 1: allocate and launch */
void render(unsigned char *host, int w, int h)
{
    unsigned char *dev;
    cudaMalloc(&dev, w * h);
    dim3 b(8, 8), g((w + 7) / 8, (h + 7) / 8);
    mandel<<<g, b>>>(dev, w, h, -2.0f, -1.2f, 3.0f / w);
    cudaMemcpy(host, dev, w * h, cudaMemcpyDeviceToHost);
    cudaFree(dev);
}

int main(void)
{
    int w = 400, h = 320;
    unsigned char *img = (unsigned char *)malloc(w * h);
    render(img, w, h, MAXIT); //~ 39:23 too many arguments: render(host, w, h) takes 3, here are 4
    printf("P5\n%d %d\n255\n", w, h);
    fwrite(img, 1, w * h, stdout);
    free(img);
    return 0;
}
