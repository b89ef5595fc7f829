// Tuned sum: block size is a compile time constant, last warp runs without barriers.
// NB: relies on volatile; on Volta+ add __syncwarp().
#include <cuda_runtime.h>

#ifndef MAX_BLOCKS
#  define MAX_BLOCKS 64
#endif

#define STEP(N)                                                   \
    if (kThreads >= 2 * (N)) {                                    \
        if (lane_id < (N)) buf[lane_id] = acc = acc + buf[lane_id + (N)]; \
        __syncthreads();                                          \
    }

template <typename T, unsigned kThreads>
__device__ __forceinline__ void finishWarp(volatile T* v, unsigned t)
{
    if (kThreads >= 64) { v[t] += v[t + 32]; __syncwarp(); }
    if (kThreads >= 32) { v[t] += v[t + 16]; __syncwarp(); }
    if (kThreads >= 16) { v[t] += v[t +  8]; __syncwarp(); }
    if (kThreads >=  8) { v[t] += v[t +  4]; __syncwarp(); }
    if (kThreads >=  4) { v[t] += v[t +  2]; __syncwarp(); }
    if (kThreads >=  2) { v[t] += v[t +  1]; __syncwarp(); }
}

template <typename T, unsigned kThreads, bool kExact>
__global__ void __launch_bounds__(kThreads) sumTuned(const T* in, T* out, size_t count)
{
    __shared__ T buf[kThreads < 64 ? 64 : kThreads];
    const unsigned lane_id = threadIdx.x;
    size_t p = size_t(blockIdx.x) * kThreads * 2 + lane_id;
    const size_t hop = size_t(kThreads) * 2 * gridDim.x;
    T acc = T();

    while (p < count) {
        acc += in[p];
        if (kExact || p + kThreads < count) acc += in[p + kThreads];
        p += hop;
    }
    buf[lane_id] = acc;
    __syncthreads();

    STEP(512)
    STEP(256)
    STEP(128)
    STEP(64)
    if (lane_id < 32) finishWarp<T, kThreads>(buf, lane_id);
    if (lane_id == 0) out[blockIdx.x] = buf[0];
}

void launchSum(const double* in, double* out, size_t n, int threads)
{
    int blocks = int((n + threads * 2 - 1) / (threads * 2));
    if (blocks > MAX_BLOCKS) blocks = MAX_BLOCKS;
    const bool exact = (n & (n - 1)) == 0;
    switch (threads) {
        case 512: exact ? sumTuned<double, 512, true><<<blocks, 512>>>(in, out, n)
                        : sumTuned<double, 512, false><<<blocks, 512>>>(in, out, n); break;
        case 256: sumTuned<double, 256, false><<<blocks, 256>>>(in, out, n); break;
        case 128: sumTuned<double, 128, false><<<blocks, 128>>>(in, out, n); break;
        default:  sumTuned<double,  32, false><<<blocks,  32>>>(in, out, n);
    }
}
