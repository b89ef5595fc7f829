#include <cuda_runtime.h>
#include <stdint.h>

#define RADIX_BITS   4
#define RADIX        (1 << RADIX_BITS)
#define DIGIT(k, sh) (((k) >> (sh)) & (RADIX - 1))

// pass 1: per block digit counts, column major so that one scan gives offsets
__global__ void radix_count(const uint32_t* keys, uint32_t* counts, int n, int shift)
{
    __shared__ uint32_t bins[RADIX];
    if (threadIdx.x < RADIX) bins[threadIdx.x] = 0x0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[DIGIT(keys[i], shift)], 1u);
    __syncthreads();
    if (threadIdx.x < RADIX)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// pass 2 (after an exclusive scan of counts): stable scatter, one thread per block walks
// the tile. Slow but easy to get right.
__global__ void radix_scatter_slow(const uint32_t* keys_in, uint32_t* keys_out,
                                   const uint32_t* __restrict__ offsets,
                                   int n, int shift, int tile)
{
    if (threadIdx.x != 0) return;
    uint32_t next[RADIX];
    #pragma unroll
    for (int d = 0; d < RADIX; d++)
        next[d] = offsets[d * gridDim.x + blockIdx.x];

    const uint32_t* p   = keys_in + blockIdx.x * tile;
    const uint32_t* end = p + min(tile, n - int(blockIdx.x) * tile);
    while (p < end) {
        const uint32_t key = *p++;
        keys_out[next[DIGIT(key, shift)]++] = key;
    }
}

// one bit split used in the top-level loop for the sign bit (floats flipped to unsigned order)
__global__ void flip_floats(const float* in, uint32_t* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uint32_t u = (uint32_t)__float_as_int(in[i]);
        out[i] = u ^ ((u >> 31) ? 0xFFFFFFFFu : 0x80000000u);
    }
}

// verdict: *sorted stays 1 only if no neighbours are out of order
__global__ void check_sorted(const uint32_t* keys, int n, int* sorted, unsigned* first_bad)
{
    const int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    const bool fine = i + 1 >= n || keys[i] <= keys[i + 1];
    if (!fine) atomicMin(first_bad, (unsigned)i);
    if (!__all_sync(0xffffffff, fine) && (threadIdx.x & 31) == 0) atomicAnd(sorted, 0);
    if (__syncthreads_and(fine) == 0 && threadIdx.x == 0) __threadfence_block();
}

// undo flip_floats
__global__ void unflip_floats(const uint32_t* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const uint32_t u = in[i];
        out[i] = __int_as_float((int)(u & 0x80000000u ? u & 0x7fffffffu : ~u));
    }
}
