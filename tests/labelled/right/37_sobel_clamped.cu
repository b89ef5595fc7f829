// Kantenerkennung mit Sobel, Rand wird wiederholt
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

typedef unsigned char uchar;

struct Bild { uchar *daten; int breite, hoehe; };

__device__ __forceinline__ int klemme(int v, int unten, int oben)
{
    return v < unten ? unten : (v > oben ? oben : v);
}

__device__ int pixel(const Bild &b, int x, int y)
{
    x = klemme(x, 0, b.breite - 1);
    y = klemme(y, 0, b.hoehe - 1);
    return b.daten[y * b.breite + x];
}

__global__ void sobel(Bild ein, Bild aus)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ein.breite || y >= ein.hoehe) return;
    int gx = 0, gy = 0;
    for (int d = -1; d <= 1; d++) {
        int g = d == 0 ? 2 : 1;
        gx += g * (pixel(ein, x + 1, y + d) - pixel(ein, x - 1, y + d));
        gy += g * (pixel(ein, x + d, y + 1) - pixel(ein, x + d, y - 1));
    }
    int s = abs(gx) + abs(gy);
    aus.daten[y * aus.breite + x] = (uchar)(s > 255 ? 255 : s);
}

int main()
{
    const int B = 100, H = 75;
    uchar *h = (uchar *)malloc(B * H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < B; x++)
            h[y * B + x] = ((x / 10 + y / 10) & 1) ? 220 : 30;
    Bild ein = { 0, B, H }, aus = { 0, B, H };
    cudaMalloc(&ein.daten, B * H);
    cudaMalloc(&aus.daten, B * H);
    cudaMemcpy(ein.daten, h, B * H, cudaMemcpyHostToDevice);
    dim3 faeden(16, 12);
    dim3 gitter((B + 15) / 16, (H + 11) / 12);
    sobel<<<gitter, faeden>>>(ein, aus);
    cudaMemcpy(h, aus.daten, B * H, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[10]);
    free(h);
    return 0;
}
