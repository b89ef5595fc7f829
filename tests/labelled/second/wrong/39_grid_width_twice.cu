#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[y * w + x] = 0;
        return;
    }

    const unsigned char *p = in + y * w + x;
    int gx = -p[-w - 1] + p[-w + 1] - 2 * p[-1] + 2 * p[1] - p[w - 1] + p[w + 1];
    int gy = -p[-w - 1] - 2 * p[-w] - p[-w + 1] + p[w - 1] + 2 * p[w] + p[w + 1];
    int g = abs(gx) + abs(gy);
    out[y * w + x] = g > 255 ? 255 : g;
}

int main()
{
    const int w = 200, h = 300;
    unsigned char *img = (unsigned char *)malloc(w * h);
    for (int i = 0; i < w * h; ++i) img[i] = (i * 7) & 255;
    unsigned char *d_in, *d_out;
    cudaMalloc((void **)&d_in, w * h);
    cudaMalloc((void **)&d_out, w * h);
    cudaMemcpy(d_in, img, w * h, cudaMemcpyHostToDevice);

    const dim3 block(16, 16);
    sobel<<<dim3((w + 15) / 16, (w + 15) / 16), block>>>(d_in, d_out, w, h);

    cudaMemcpy(img, d_out, w * h, cudaMemcpyDeviceToHost);
    printf("%d\n", img[(h - 2) * w + 5]);
    cudaFree(d_in);
    cudaFree(d_out);
    free(img);
    return 0;
}
