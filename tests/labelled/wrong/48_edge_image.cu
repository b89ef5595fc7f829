// Detección de bordes (Sobel) sobre una imagen en gris
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void edges(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < w && y < h) {
        const unsigned char *p = in + y * w + x;
        int gx = -p[-w - 1] + p[-w + 1]
                 - 2 * p[-1] + 2 * p[1]
                 - p[w - 1] + p[w + 1];
        int gy = -p[-w - 1] - 2 * p[-w] - p[-w + 1]
                 + p[w - 1] + 2 * p[w] + p[w + 1];
        float mag = sqrtf((float)(gx * gx + gy * gy));
        out[y * w + x] = mag > 255.0f ? 255 : (unsigned char)mag;
    }
}

int main()
{
    const int ancho = 128, alto = 96;
    unsigned char *h = (unsigned char *)malloc(ancho * alto);
    for (int y = 0; y < alto; y++)
        for (int x = 0; x < ancho; x++)
            h[y * ancho + x] = (x - 64) * (x - 64) + (y - 48) * (y - 48) < 900 ? 200 : 20;
    unsigned char *in, *out;
    cudaMalloc(&in, ancho * alto);
    cudaMalloc(&out, ancho * alto);
    cudaMemcpy(in, h, ancho * alto, cudaMemcpyHostToDevice);
    dim3 block(32, 8);
    dim3 grid(ancho / 32, alto / 8);
    edges<<<grid, block>>>(in, out, ancho, alto);
    cudaMemcpy(h, out, ancho * alto, cudaMemcpyDeviceToHost);
    printf("centro %d, borde %d\n", h[48 * ancho + 64], h[48 * ancho + 34]);
    free(h);
    return 0;
}
