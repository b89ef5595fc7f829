#pragma once
#include "image.h"

typedef unsigned char byte;

enum class Filter { Invert, Blur, Equalize, Count };

struct DeviceImage {
    int w, h, stride;
    byte *px;
    __host__ __device__ int bytes() const { return stride * h; }
};

DeviceImage deviceUpload(const image *im);
void deviceDownload(image *im, const DeviceImage &d);
void deviceRelease(DeviceImage &d);
void applyFilter(Filter f, DeviceImage &img, DeviceImage &scratch);
