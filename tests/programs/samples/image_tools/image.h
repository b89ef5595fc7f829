#ifndef IMAGE_H
#define IMAGE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct image {
    int w, h, stride;           /* stride in pixels, multiple of 16 */
    unsigned char *px;
} image;

image *image_new(int w, int h);
void   image_free(image *im);
void   image_test_pattern(image *im, unsigned seed);
long   image_checksum(const image *im);

#ifdef __cplusplus
}
#endif
#endif
