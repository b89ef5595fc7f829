// result = base^exponent (mod p) for a small dense matrix, one block, all in
// shared memory; the typical way to get the n-th term of a recurrence.
#include <cstdint>

using u64 = unsigned long long;

namespace { namespace modular {

constexpr int ORDER = 8;
constexpr u64 PRIME = 1'000'000'007ULL;

__device__ inline u64 mulmod(u64 a, u64 b) { return a * b % PRIME; }

// dst = x * y (mod p); every thread has one element. dst may be x or y, for
// all reads come before the barrier.
__device__ void product(u64 (*dst)[ORDER], const u64 (*x)[ORDER], const u64 (*y)[ORDER])
{
    const int i = threadIdx.y, j = threadIdx.x;
    u64 s = 0u;
    for (int k = 0; k < ORDER; ++k)
        s = (s + mulmod(x[i][k], y[k][j])) % PRIME;
    __syncthreads();
    dst[i][j] = s;
    __syncthreads();
}

}}  // namespace (anonymous)::modular

__global__ void matrix_power(const u64* base, u64* result, std::uint64_t exponent)
{
    using namespace modular;
    __shared__ u64 work[2][ORDER][ORDER];     // [0] the power so far, [1] base^(2^i)
    const int i = threadIdx.y, j = threadIdx.x;

    work[0][i][j] = i == j ? 1ull : 0ull;
    work[1][i][j] = base[i * ORDER + j] % PRIME;
    __syncthreads();

    do {
        if (exponent & 1u) product(work[0], work[0], work[1]);
        product(work[1], work[1], work[1]);
        exponent >>= 1;
    } while (exponent != 0);

    result[i * ORDER + j] = work[0][i][j];
}
