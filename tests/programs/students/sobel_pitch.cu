// Sobel edge detector on a pitched 8 bit image.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char pixel;

#define SAFE_CALL(expr)                                                         \
    do {                                                                        \
        cudaError_t status = (expr);                                            \
        if (status != cudaSuccess) {                                            \
            fprintf(stderr, "%s failed: %s\n", #expr, cudaGetErrorName(status)); \
            return 1;                                                           \
        }                                                                       \
    } while (0)

__device__ int pix(const pixel *img, size_t pitch, int x, int y)
{
    return img[y * pitch + x];
}

__global__ void sobel(const pixel *in, size_t inPitch, pixel *out, size_t outPitch, int w, int h, int thr)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    pixel r = 0;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        int gx = -pix(in, inPitch, x - 1, y - 1) - 2 * pix(in, inPitch, x - 1, y) - pix(in, inPitch, x - 1, y + 1)
                 + pix(in, inPitch, x + 1, y - 1) + 2 * pix(in, inPitch, x + 1, y) + pix(in, inPitch, x + 1, y + 1);
        int gy = -pix(in, inPitch, x - 1, y - 1) - 2 * pix(in, inPitch, x, y - 1) - pix(in, inPitch, x + 1, y - 1)
                 + pix(in, inPitch, x - 1, y + 1) + 2 * pix(in, inPitch, x, y + 1) + pix(in, inPitch, x + 1, y + 1);
        r = abs(gx) + abs(gy) > thr ? 255 : 0;
    }
    out[y * outPitch + x] = r;
}

int main(void)
{
    const int w = 321, h = 243;
    pixel *img = (pixel *)malloc(w * h), *res = (pixel *)malloc(w * h);
    // a disc on a dark background
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int dx = x - w / 2, dy = y - h / 2;
            img[y * w + x] = dx * dx + dy * dy < 80 * 80 ? 200 : 20;
        }

    pixel *dIn, *dOut;
    size_t inPitch, outPitch;
    SAFE_CALL(cudaMallocPitch((void **)&dIn, &inPitch, w * sizeof(pixel), h));
    SAFE_CALL(cudaMallocPitch((void **)&dOut, &outPitch, w * sizeof(pixel), h));
    SAFE_CALL(cudaMemcpy2D(dIn, inPitch, img, w, w, h, cudaMemcpyHostToDevice));

    dim3 block(32, 4);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    sobel<<<grid, block>>>(dIn, inPitch, dOut, outPitch, w, h, 150);
    SAFE_CALL(cudaGetLastError());
    SAFE_CALL(cudaMemcpy2D(res, w, dOut, outPitch, w, h, cudaMemcpyDeviceToHost));

    int bad = 0, edges = 0;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const pixel *p = img + y * w + x;
            int gx = -p[-w - 1] - 2 * p[-1] - p[w - 1] + p[-w + 1] + 2 * p[1] + p[w + 1];
            int gy = -p[-w - 1] - 2 * p[-w] - p[-w + 1] + p[w - 1] + 2 * p[w] + p[w + 1];
            pixel e = abs(gx) + abs(gy) > 150 ? 255 : 0;
            bad += e != res[y * w + x];
            edges += e != 0;
        }
    printf("%d edge pixels, %d mismatches\n", edges, bad);
    SAFE_CALL(cudaFree(dIn));
    SAFE_CALL(cudaFree(dOut));
    free(img);
    free(res);
    return bad != 0;
}
