#pragma once
#include <cuda_runtime.h>

template <int R> struct Taps { float w[2 * R + 1]; };

constexpr int kRowThreads = 128;
constexpr int kColW = 16, kColH = 32;

template <int I, int R>
__device__ __forceinline__ float dotTaps(const float* centre, int step, const Taps<R>& taps)
{
    if constexpr (I > 2 * R) return 0.f;
    else return taps.w[I] * centre[(I - R) * step] + dotTaps<I + 1, R>(centre, step, taps);
}

template <int R>
__global__ void convRows(const float* src, float* dst, int w, int pitch, const Taps<R> taps)
{
    __shared__ float line[kRowThreads + 2 * R];
    const int x0 = blockIdx.x * kRowThreads;
    const float* row = src + blockIdx.y * pitch;
    for (int i = threadIdx.x; i < kRowThreads + 2 * R; i += kRowThreads)
        line[i] = row[min(max(x0 + i - R, 0), w - 1)];
    __syncthreads();
    const int x = x0 + threadIdx.x;
    if (x < w)
        dst[blockIdx.y * pitch + x] = dotTaps<0>(&line[threadIdx.x + R], 1, taps);
}

template <int R>
__global__ void convCols(const float* src, float* dst, int w, int h, int pitch, const Taps<R> taps)
{
    __shared__ float slab[kColH + 2 * R][kColW + 1];
    const int x = blockIdx.x * kColW + threadIdx.x, y0 = blockIdx.y * kColH;
    if (x < w)
        for (int i = threadIdx.y; i < kColH + 2 * R; i += blockDim.y)
            slab[i][threadIdx.x] = src[min(max(y0 + i - R, 0), h - 1) * pitch + x];
    __syncthreads();
    for (int i = threadIdx.y; i < kColH && x < w && y0 + i < h; i += blockDim.y)
        dst[(y0 + i) * pitch + x] = dotTaps<0>(&slab[i + R][threadIdx.x], kColW + 1, taps);
}

template __global__ void convRows<4>(const float*, float*, int, int, Taps<4>);
template __global__ void convCols<4>(const float*, float*, int, int, int, Taps<4>);
