#include <cuda_runtime.h>

typedef unsigned int u32;

/* lanes below me */
static __device__ __forceinline__ u32 lanemask_lt(u32 lane) { return (1u << lane) - 1u; }

/* Stream compaction, order kept within a warp but not between warps. */
template <bool KeepPositive = false>
__global__ void compact(const int *src, int *dst, u32 *cursor, u32 n)
{
    const u32 gid  = blockIdx.x * blockDim.x + threadIdx.x;
    const u32 lane = threadIdx.x & 31u;
    const int v    = gid < n ? src[gid] : 0;
    const bool ok  = KeepPositive ? v > 0 : v != 0;

    const u32 votes = __ballot_sync(0xffffffffU, ok);
    if (!votes) return;
    const u32 leader = __ffs(votes) - 1;

    u32 base;
    if (lane == leader) base = atomicAdd(cursor, __popc(votes));
    base = __shfl_sync(0xffffffffU, base, leader);

    if (ok) dst[base + __popc(votes & lanemask_lt(lane))] = v;
}

template __global__ void compact<true>(const int *, int *, u32 *, u32);
template __global__ void compact<>(const int *, int *, u32 *, u32);

/* all warps whose 32 elements are kept skip the vote arithmetic */
__global__ void __launch_bounds__(512, 2) compact_float(const float *in, float *out, u32 *cursor, u32 n, float eps)
{
    for (u32 first = (blockIdx.x * blockDim.x + threadIdx.x) & ~31u; first < n; first += gridDim.x * blockDim.x) {
        const u32 lane = threadIdx.x % warpSize;
        const float v = first + lane < n ? in[first + lane] : 0.f;
        const bool keep = fabsf(v) > eps;
        u32 at = 0;
        if (__all_sync(0xffffffffU, keep)) {
            if (!lane) at = atomicAdd(cursor, 32u);
            out[__shfl_sync(0xffffffffU, at, 0) + lane] = v;
        } else {
            const u32 votes = __ballot_sync(0xffffffffU, keep);
            if (lane == 0 && votes) at = atomicAdd(cursor, (u32)__popc(votes));
            at = __shfl_sync(0xffffffffU, at, 0);
            if (keep) out[at + __popc(votes & lanemask_lt(lane))] = v;
        }
        __syncwarp();
    }
}
