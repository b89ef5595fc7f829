// Binary network layer: +1/-1 packed as bits, dot = bits - 2*popcount(a ^ b).
// The mask in the last word hides the bits beyond `bits`.
#include <cstdint>

#if defined(WORDS64)
typedef uint64_t word;
#  define POPC(x) __popcll(x)
#elif !defined(SLOW_POPC)
typedef uint32_t word;
#  define POPC(x) __popc(x)
#else
typedef uint32_t word;
static __device__ int slow_popc(word x) { int n = 0; for (; x; x &= x - 1) ++n; return n; }
#  define POPC(x) slow_popc(x)
#endif

#define WORD_BITS (8 * (int)sizeof(word))

__global__ void pack_signs(const float *src, word *dst, int rows, int cols)
{
    const int words = (cols + WORD_BITS - 1) / WORD_BITS;
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= rows * words) return;

    const float *p = src + at / words * cols + at % words * WORD_BITS;
    const int count = min(WORD_BITS, cols - at % words * WORD_BITS);
    word w = 0;
    for (int i = 0; i < count; ++i)
        w |= word(p[i] >= 0.0f) << i;
    dst[at] = w;
}

__global__ void binary_layer(const word *x, const word *w, const float *scale, float *y,
                             int batch, int outputs, int bits)
{
    const int words = (bits + WORD_BITS - 1) / WORD_BITS;
    const word last = bits % WORD_BITS ? ~(~word(0) << (bits % WORD_BITS)) : ~word(0);
    const int o = blockIdx.x * blockDim.x + threadIdx.x;
    const int b = blockIdx.y;

    if (o < outputs && b < batch)
    {
        int differing = 0;
        for (int i = 0; i < words; ++i)
        {
            word d = x[b * words + i] ^ w[o * words + i];
            if (i == words - 1) d &= last;
            differing += POPC(d);
        }
        y[b * outputs + o] = scale[o] * (bits - 2 * differing);
    }
}

// training keeps the weights in place: flip those bits where the gradient says so
__global__ void flip(word *w, const word *mask, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) w[i] ^= mask[i] & ~0u;
}
