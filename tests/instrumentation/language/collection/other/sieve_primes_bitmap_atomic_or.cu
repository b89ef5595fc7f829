#include <cuda_runtime.h>

// bit k of the map set <=> 2k+3 is composite (only odd numbers are kept)
#define BIT(k)  (1u << ((k) & 31))
#define WORD(k) ((k) >> 5)

__global__ void cross_out(unsigned *composite, unsigned limit, unsigned prime)
{
    const unsigned long long start = 1ull * prime * prime;
    const unsigned long long step = 2ull * prime;
    const unsigned long long me = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned long long m = start + me * step; m <= limit; m += step * gridDim.x * blockDim.x) {
        const unsigned k = (unsigned)((m - 3) / 2);
        atomicOr(&composite[WORD(k)], BIT(k));
    }
}

__global__ void count_primes(const unsigned *composite, unsigned words, unsigned *total, unsigned last_mask)
{
    __shared__ unsigned blockTotal;
    if (threadIdx.x == 0) blockTotal = 0;
    __syncthreads();
    unsigned w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w < words) {
        unsigned free_bits = ~composite[w];
        if (w == words - 1) free_bits &= last_mask;
        atomicAdd(&blockTotal, (unsigned)__popc(free_bits));
    }
    __syncthreads();
    if (!threadIdx.x) atomicAdd(total, blockTotal);
}

// smallest prime above n, or 0
__global__ void next_prime(const unsigned *composite, unsigned words, unsigned n, unsigned *answer)
{
    unsigned k = n < 3 ? 0 : (n - 3) / 2 + 1;
    unsigned w = WORD(k), open = ~composite[w] & ~(BIT(k) - 1);
    while (!open && ++w < words) open = ~composite[w];
    *answer = open ? 2 * (32 * w + __ffs((int)open) - 1) + 3 : 0;
}

// Atkin: quadratic forms flip candidate bits; here bit n stands for the number n
__global__ void atkin_flip(unsigned *flips, unsigned limit)
{
    const unsigned long long x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const unsigned long long y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    unsigned long long n = 4 * x * x + y * y;
    unsigned r = (unsigned)(n % 12);
    if (n <= limit && (r == 1 || r == 5)) atomicXor(&flips[n / 32], 1u << (n % 32));
    n -= x * x;
    if (n <= limit && n % 12 == 7) atomicXor(flips + n / 32, 1u << (n % 32));
    if (x <= y) return;
    n -= 2 * y * y;
    r = (unsigned)n;
    r %= 12;
    if (n <= limit && r == 11) atomicXor(flips + (n >> 5), 1u << (n & 31));
}

__global__ void atkin_drop_squares(unsigned *flips, unsigned limit)
{
    const unsigned long long p = 5 + blockIdx.x * blockDim.x + threadIdx.x, sq = p * p;
    if (!(flips[p / 32] >> (p % 32) & 1)) return;
    for (unsigned long long m = sq; m <= limit; m += sq) atomicAnd(flips + m / 32, ~(1u << (m % 32)));
}
