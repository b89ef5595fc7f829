#include <cstdint>
#include <cuda_runtime.h>

// Segmented inclusive sum inside a block.  A pair (flag, value) is scanned
// with the usual segmented operator; flags are bytes, sums are 64 bit.

namespace segmented {

struct SegPair {
    int64_t value;
    uint8_t head;

    SegPair() = default;
    __device__ SegPair(int64_t v, uint8_t h) : value(v), head(h) {}
};

__device__ inline SegPair operator|(const SegPair& left, const SegPair& right)
{
    return right.head ? SegPair(right.value, 1)
                      : SegPair(left.value + right.value, uint8_t(left.head | right.head));
}

__global__ void segmentedScan(const int32_t* vals, const uint8_t* heads, int64_t* sums, uint32_t n)
{
    extern __shared__ char raw[];
    int64_t* const sv = reinterpret_cast<int64_t*>(raw);
    uint8_t* const sh = reinterpret_cast<uint8_t*>(sv + blockDim.x);

    const uint32_t g = blockIdx.x * blockDim.x + threadIdx.x;
    SegPair me(g < n ? vals[g] : 0, g < n ? heads[g] : uint8_t{1});
    if (threadIdx.x == 0) me.head = 1;

    for (uint32_t d = 1; d < blockDim.x; d <<= 1) {
        sv[threadIdx.x] = me.value;
        sh[threadIdx.x] = me.head;
        __syncthreads();
        if (threadIdx.x >= d)
            me = SegPair(sv[threadIdx.x - d], sh[threadIdx.x - d]) | me;
        __syncthreads();
    }
    if (g < n) sums[g] = me.value;
}

}  // namespace segmented
