#include "filters.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void hostFilters(image *im)
{
    const int n = im->w * im->h;
    image *t = image_new(im->w, im->h);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) im->px[y * im->stride + x] = 255 - im->px[y * im->stride + x];
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            int s = 0;
            for (int j = -2; j <= 2; j++)
                for (int i = -2; i <= 2; i++) {
                    int xx = x + i < 0 ? 0 : x + i >= im->w ? im->w - 1 : x + i;
                    int yy = y + j < 0 ? 0 : y + j >= im->h ? im->h - 1 : y + j;
                    s += im->px[yy * im->stride + xx];
                }
            t->px[y * t->stride + x] = byte(s / 25);
        }
    unsigned bins[256] = {0};
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) bins[t->px[y * t->stride + x]]++;
    for (int i = 1; i < 256; i++) bins[i] += bins[i - 1];
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            im->px[y * im->stride + x] = byte((unsigned long long)bins[t->px[y * t->stride + x]] * 255 / n);
    image_free(t);
}

int main(int argc, char **argv)
{
    const int w = argc > 1 ? atoi(argv[1]) : 333;
    const int h = argc > 2 ? atoi(argv[2]) : 211;
    image *im = image_new(w, h), *gold = image_new(w, h);
    image_test_pattern(im, 99u);
    memcpy(gold->px, im->px, (size_t)im->stride * h);

    DeviceImage a = deviceUpload(im), b = deviceUpload(im);
    for (int f = 0; f < (int)Filter::Count; ++f) applyFilter((Filter)f, a, b);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    deviceDownload(im, a);
    deviceRelease(a);
    deviceRelease(b);

    hostFilters(gold);
    const long c1 = image_checksum(im), c2 = image_checksum(gold);
    printf("%ld %ld %s\n", c1, c2, c1 == c2 ? "same" : "DIFFERENT");
    image_free(im);
    image_free(gold);
    return c1 != c2;
}
