// 64-bit elements, no padding: the column is xor-ed with the row instead
#include <cuda_runtime.h>
#define T 16
#define SWZ(r,c) ((c) ^ ((r) & (T-1)))

__global__ void transpose_swizzle(const int2 *src, int2 *dst, const int n)
{
    alignas(8) __shared__ int2 s[T * T];
    const unsigned c = threadIdx.x, r = threadIdx.y;
    const unsigned bx = blockIdx.x * T, by = blockIdx.y * T;

    s[r * T + SWZ(r, c)] = src[(by + r) * n + bx + c];
    __syncthreads();
    dst[(bx + r) * n + by + c] = s[c * T + SWZ(c, r)];
}