/*
 * Q1.15 matrix product for a DSP port: 16 bit fractions, 64 bit accumulator,
 * rounding and saturation at the end only.
 */
typedef short q15_t;

#define Q15_MAX  0x7fff
#define Q15_MIN  (-0x7fff - 1)
#define Q15_HALF (1LL << 14)

#define SATURATE(v, lo, hi)      \
    do {                         \
        if ((v) < (lo))          \
            (v) = (lo);          \
        else if ((v) > (hi))     \
            (v) = (hi);          \
    } while (0)

__global__ void q15_matmul(const q15_t *srcA, const q15_t *srcB, q15_t *dst,
                           unsigned short rowsA, unsigned short colsA, unsigned short colsB)
{
    const unsigned r = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned c = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < rowsA && c < colsB) {
        long long acc = Q15_HALF;
        unsigned i = colsA;
        const q15_t *pa = srcA + r * colsA;
        const q15_t *pb = srcB + c;

        while (i--) {
            acc += (long long)*pa++ * (int)*pb;
            pb += colsB;
        }
        acc >>= 15;
        SATURATE(acc, Q15_MIN, Q15_MAX);
        dst[r * colsB + c] = (q15_t)acc;
    }
}
