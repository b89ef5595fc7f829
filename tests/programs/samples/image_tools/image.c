#include "image.h"
#include <stdlib.h>

image *image_new(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->stride = (w + 15) & ~15;
    im->px = calloc((size_t)im->stride * h, 1);
    return im;
}

void image_free(image *im)
{
    if (im) free(im->px);
    free(im);
}

void image_test_pattern(image *im, unsigned seed)
{
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            seed = seed * 1664525u + 1013904223u;
            im->px[y * im->stride + x] = (unsigned char)(((x ^ y) & 127) + (seed >> 26));
        }
}

long image_checksum(const image *im)
{
    long s = 0;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            s = (s * 31 + im->px[y * im->stride + x]) % 1000003;
    return s;
}
