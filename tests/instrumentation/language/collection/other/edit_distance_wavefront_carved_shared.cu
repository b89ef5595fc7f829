#include <cuda_runtime.h>
#include <cstdint>

// Levenshtein distance of many pairs: one block per pair, anti-diagonals in three rolling rows.
// Dynamic shared memory: 3 rows of Cost, then both words.

__device__ inline int min3(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

template <typename Cost> __device__ Cost clampCost(int v) { return static_cast<Cost>(umin((unsigned)v, (unsigned)Cost(~Cost(0)))); }

template <typename Cost>
__global__ void editDistance(const char* __restrict__ text, const uint2* __restrict__ spans, Cost* result, int maxLen)
{
    extern __shared__ __align__(16) char carve[];
    Cost* prev2 = reinterpret_cast<Cost*>(carve);
    Cost* prev  = prev2 + (maxLen + 1);
    Cost* cur   = &prev[maxLen + 1];
    char* a     = (char*)(cur + maxLen + 1);
    char* b     = a + maxLen;

    const uint2 sa = spans[2 * blockIdx.x], sb = spans[2 * blockIdx.x + 1];
    const int la = sa.y - sa.x, lb = sb.y - sb.x;
    for (int k = threadIdx.x; k < la; k += blockDim.x) a[k] = text[sa.x + k];
    for (int k = threadIdx.x; k < lb; k += blockDim.x) b[k] = text[sb.x + k];
    __syncthreads();

    for (int d = 0; d <= la + lb; ++d) {
        const int from = max(0, d - lb), to = min(d, la);
        for (int i = from + threadIdx.x; i <= to; i += blockDim.x) {
            const int j = d - i;
            if (i == 0 || j == 0) { cur[i] = clampCost<Cost>(d); continue; }
            const int subst = prev2[i - 1] + (a[i - 1] != b[j - 1]);
            cur[i] = clampCost<Cost>(min3(prev[i - 1] + 1, prev[i] + 1, subst));
        }
        __syncthreads();
        Cost* t = prev2;
        prev2 = prev, prev = cur, cur = t;
    }
    if (threadIdx.x == 0) result[blockIdx.x] = prev[la];
}

template __global__ void editDistance<uint8_t>(const char*, const uint2*, uint8_t*, int);
template __global__ void editDistance<uint16_t>(const char*, const uint2*, uint16_t*, int);

// prefilter on 64-bit signatures: Hamming distance, common prefix length, mirrored signature
__global__ void signatureFilter(const uint2* signatures, uint2 query, uint4* report, unsigned* candidates, int n, uint limit)
{
    const int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    const uint2 s = i < n ? *const_cast<uint2*>(&signatures[i]) : uint2{~query.x, ~query.y};
    const uint2 diff = make_uint2(s.x ^ query.x, s.y ^ query.y);
    const uint hamming = __popc(diff.x) + __popc(diff.y);
    const uint prefix = diff.x ? __clz(diff.x) : 32u + __clz(diff.y);
    if (i < n) report[i] = make_uint4(umin(hamming, limit), prefix, __brev(s.y), __brev(s.x));
    const unsigned good = __ballot_sync(0xffffffff, hamming < limit);
    if ((threadIdx.x & 31) == 0 && good) atomicAdd(candidates, __popc(good));
}
