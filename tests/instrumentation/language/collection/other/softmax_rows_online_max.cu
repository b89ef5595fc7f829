#include <cuda_runtime.h>
#include <math.h>

// One warp per row; running max and running sum are merged pairwise ("online" softmax).
struct __align__(8) MD { float m; float d; };

__device__ __forceinline__ MD merge(MD a, MD b)
{
    const bool a_bigger = a.m > b.m;
    const MD big = a_bigger ? a : b, small = a_bigger ? b : a;
    MD r;
    r.m = big.m;
    r.d = big.d + (small.d == 0.f ? 0.f : small.d * __expf(small.m - big.m));
    return r;
}

__global__ void softmax_warp(const float* __restrict__ logits, float* __restrict__ probs,
                             int rows, int cols, float temperature)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    logits += (size_t)row * cols;
    probs  += (size_t)row * cols;
    const float inv_t = 1.0f / temperature;

    MD state{-INFINITY, 0.f};
    for (int c = threadIdx.x; c < cols; c += 32)
        state = merge(state, MD{logits[c] * inv_t, 1.f});

    for (int off = 16; off > 0; off >>= 1) {
        MD other;
        other.m = __shfl_xor_sync(~0u, state.m, off);
        other.d = __shfl_xor_sync(~0u, state.d, off);
        state = merge(state, other);
    }

    const float norm = 1.f / state.d;
    #pragma unroll 4
    for (int c = threadIdx.x; c < cols; c += 32)
        probs[c] = __expf(logits[c] * inv_t - state.m) * norm;
}
