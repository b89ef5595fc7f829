#include "filters.cuh"
#include <cstdio>

namespace {

constexpr int kTileX = 32;
constexpr int kTileY = 8;
constexpr int kRadius = 2;
constexpr int kBins = 256;

dim3 gridFor(const DeviceImage &d)
{
    return dim3((d.w + kTileX - 1) / kTileX, (d.h + kTileY - 1) / kTileY);
}

__global__ void invert(DeviceImage d)
{
    int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
    if (x < d.w && y < d.h) d.px[y * d.stride + x] = 255 - d.px[y * d.stride + x];
}

__global__ void blur(DeviceImage in, DeviceImage out)
{
    __shared__ byte tile[kTileY + 2 * kRadius][kTileX + 2 * kRadius];
    for (int ty = threadIdx.y; ty < kTileY + 2 * kRadius; ty += kTileY)
        for (int tx = threadIdx.x; tx < kTileX + 2 * kRadius; tx += kTileX) {
            int x = blockIdx.x * kTileX + tx - kRadius, y = blockIdx.y * kTileY + ty - kRadius;
            x = min(max(x, 0), in.w - 1);
            y = min(max(y, 0), in.h - 1);
            tile[ty][tx] = in.px[y * in.stride + x];
        }
    __syncthreads();
    int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
    if (x >= in.w || y >= in.h) return;
    int s = 0;
    for (int j = 0; j <= 2 * kRadius; ++j)
        for (int i = 0; i <= 2 * kRadius; ++i) s += tile[threadIdx.y + j][threadIdx.x + i];
    out.px[y * out.stride + x] = byte(s / ((2 * kRadius + 1) * (2 * kRadius + 1)));
}

__global__ void histogram(DeviceImage d, unsigned *bins)
{
    __shared__ unsigned s[kBins];
    int t = threadIdx.y * kTileX + threadIdx.x;
    if (t < kBins) s[t] = 0;
    __syncthreads();
    int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
    if (x < d.w && y < d.h) atomicAdd(&s[d.px[y * d.stride + x]], 1u);
    __syncthreads();
    if (t < kBins && s[t]) atomicAdd(&bins[t], s[t]);
}

__global__ void lookupTable(const unsigned *bins, byte *table, int pixels)
{
    __shared__ unsigned c[kBins];
    c[threadIdx.x] = bins[threadIdx.x];
    for (int d = 1; d < kBins; d <<= 1) {
        __syncthreads();
        unsigned v = threadIdx.x >= d ? c[threadIdx.x - d] : 0;
        __syncthreads();
        c[threadIdx.x] += v;
    }
    __syncthreads();
    table[threadIdx.x] = byte((unsigned long long)c[threadIdx.x] * 255 / pixels);
}

__global__ void applyTable(DeviceImage d, const byte *table)
{
    int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
    if (x < d.w && y < d.h) d.px[y * d.stride + x] = table[d.px[y * d.stride + x]];
}

void equalize(DeviceImage &d)
{
    unsigned *bins;
    byte *table;
    cudaMalloc(&bins, kBins * sizeof *bins);
    cudaMalloc(&table, kBins);
    cudaMemset(bins, 0, kBins * sizeof(unsigned));
    const dim3 block(kTileX, kTileY), grid = gridFor(d);
    histogram<<<grid, block>>>(d, bins);
    lookupTable<<<1, kBins>>>(bins, table, d.w * d.h);
    applyTable<<<grid, block>>>(d, table);
    cudaFree(bins);
    cudaFree(table);
}

}  // namespace

DeviceImage deviceUpload(const image *im)
{
    DeviceImage d{im->w, im->h, im->stride, nullptr};
    cudaMalloc(&d.px, d.bytes());
    cudaMemcpy(d.px, im->px, d.bytes(), cudaMemcpyHostToDevice);
    return d;
}

void deviceDownload(image *im, const DeviceImage &d)
{
    cudaMemcpy(im->px, d.px, d.bytes(), cudaMemcpyDeviceToHost);
}

void deviceRelease(DeviceImage &d)
{
    cudaFree(d.px);
    d.px = nullptr;
}

void applyFilter(Filter f, DeviceImage &img, DeviceImage &scratch)
{
    switch (f) {
    case Filter::Invert:
        invert<<<gridFor(img), dim3(kTileX, kTileY)>>>(img);
        break;
    case Filter::Blur: {
        blur<<<gridFor(img), dim3(kTileX, kTileY)>>>(img, scratch);
        DeviceImage t = img;
        img = scratch;
        scratch = t;
        break;
    }
    case Filter::Equalize:
        equalize(img);
        break;
    default:
        std::fprintf(stderr, "no such filter\n");
    }
}
