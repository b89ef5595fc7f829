#include <cuda_runtime.h>

// 256-bin byte histogram.  Four bytes per load, one sub-histogram per warp.
#define WARPS_PER_BLOCK 6
#define BINS 256

inline __device__ void bump(unsigned int *h, unsigned char b) { atomicAdd(h + b, 1U); }

__global__ void histogram256(const uchar4 *data, unsigned int *result, unsigned int n4)
{
    __shared__ unsigned int warpHist[WARPS_PER_BLOCK][BINS];

    for (int i = threadIdx.x; i < WARPS_PER_BLOCK * BINS; i += blockDim.x)
        (&warpHist[0][0])[i] = 0;
    __syncthreads();

    unsigned int *mine = warpHist[threadIdx.x / warpSize];
    for (unsigned int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < n4; pos += blockDim.x * gridDim.x) {
        const uchar4 c = data[pos];
        bump(mine, c.x);
        bump(mine, c.y);
        bump(mine, c.z);
        bump(mine, c.w);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned int sum = 0;
#pragma unroll
        for (int w = 0; w < WARPS_PER_BLOCK; ++w) sum += warpHist[w][bin];
        if (sum) atomicAdd(&result[bin], sum);
    }
}

// coarse version: 16 bins (upper nibble), 16 bytes per load, counters packed as bytes in two int4
#define NIBBLES(word, OP) OP((word) >> 4 & 0b1111) OP((word) >> 12 & 0b1111) OP((word) >> 20 & 0b1111) OP((word) >> 28 & 0b1111)

__global__ void histogram16(const void *data, int *result, int n16)
{
    __attribute__((aligned(16))) unsigned char own[16] = {0};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n16) {
        const int4 v = static_cast<const int4 *>(data)[i];
#define COUNT(b) own[b]++;
        NIBBLES(v.x, COUNT)
        NIBBLES(v.y, COUNT)
        NIBBLES(v.z, COUNT)
        NIBBLES(v.w, COUNT)
#undef COUNT
    }
    for (int b = 0; b < 16; ++b) {
        int c = own[b];
        for (int d = 16; d > 0; d >>= 1) c += __shfl_xor_sync(0xffffffff, c, d);
        if ((threadIdx.x & 31) == 0 && c) atomicAdd(result + b, c);
    }
}
