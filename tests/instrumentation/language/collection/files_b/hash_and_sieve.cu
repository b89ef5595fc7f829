/**
 * @file    hash_and_sieve.cu
 * @brief   Open addressing hash table (atomicCAS) and a sieve of Eratosthenes.
 *
 * @code
 *   HashTable<KeyValue> t(1 << 20);
 *   t.insert(keys, values, n);        // insert<<<...>>>
 * @endcode
 */
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <random>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

// ============================================================================
//  Hash table
// ============================================================================
namespace ht {

typedef std::uint32_t Key;
typedef std::uint32_t Value;

static const Key EMPTY = 0xFFFFFFFFu;
static const Key TOMBSTONE = 0xFFFFFFFEu;

struct KeyValue {
    Key key;
    Value value;
};

enum Status { NOT_FOUND = 0, FOUND, INSERTED, FULL };

enum class Probing : unsigned char { Linear, Quadratic };

// finalizer of a well known kind: shifts and multiplications
__host__ __device__ inline Key mix(Key k)
{
    k ^= k >> 16;
    k *= 0x7feb352du;
    k ^= k >> 15;
    k *= 0x846ca68bu;
    return k ^ (k >> 16);
}

template <Probing P>
__device__ inline Key probe(Key start, Key attempt, Key mask);

template <>
__device__ inline Key probe<Probing::Linear>(Key start, Key attempt, Key mask)
{
    return (start + attempt) & mask;
}

template <>
__device__ inline Key probe<Probing::Quadratic>(Key start, Key attempt, Key mask)
{
    return (start + attempt * (attempt + 1) / 2) & mask;
}

__global__ void clear(KeyValue* table, unsigned capacity)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < capacity)
        table[i] = KeyValue{EMPTY, 0};
}

template <Probing P>
__global__ void insert(KeyValue* table, Key mask, const KeyValue* pairs, unsigned n, int* status)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    KeyValue kv = pairs[i];
    Key start = mix(kv.key);
    for (Key a = 0; a <= mask; ++a) {
        Key slot = probe<P>(start, a, mask);
        Key previous = atomicCAS(&table[slot].key, EMPTY, kv.key);
        if (previous == EMPTY || previous == kv.key) {
            table[slot].value = kv.value;
            status[i] = previous == EMPTY ? INSERTED : FOUND;
            return;
        }
    }
    status[i] = FULL;
}

template <Probing P>
__global__ void lookup(const KeyValue* __restrict__ table, Key mask, KeyValue* pairs, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Key key = pairs[i].key;
        Value result = 0;
        Key a = 0;
        do {
            const KeyValue& entry = table[probe<P>(mix(key), a, mask)];
            if (entry.key == key) { result = entry.value; break; }
            if (entry.key == EMPTY) break;
        } while (++a <= mask);
        pairs[i].value = result;
    }
}

template <Probing P>
__global__ void erase(KeyValue* table, Key mask, const Key* keys, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (Key a = 0; a <= mask; ++a) {
        KeyValue* e = table + probe<P>(mix(keys[i]), a, mask);
        if (e->key == EMPTY) return;
        if (e->key == keys[i]) {
            atomicExch(&e->key, TOMBSTONE);
            return;
        }
    }
}

// counting words: the pair as one 64-bit word, so that both halves change at once
__global__ void count_keys(unsigned long long* table, Key mask, const Key* keys, unsigned n, unsigned* collisions)
{
    __shared__ unsigned s_collisions;
    if (threadIdx.x == 0) s_collisions = 0;
    __syncthreads();

    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const unsigned long long fresh = ((unsigned long long)keys[i] << 32) | 1ull;
        Key slot = mix(keys[i]) & mask;
        bool done = false;
        while (!done) {
            unsigned long long old = atomicCAS(table + slot, ~0ull, fresh);
            if (old == ~0ull) {
                done = true;
            } else if ((Key)(old >> 32) == keys[i]) {
                atomicAdd(table + slot, 1ull);
                done = true;
            } else {
                atomicInc(&s_collisions, 0xffffffffu);
                slot = (slot + 1) & mask;
            }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(collisions, s_collisions);
}

}  // namespace ht

// ============================================================================
//  Sieve: bits of odd numbers, a bit is 1 for a composite number
// ============================================================================
namespace sieve {

#define SEGMENT_WORDS 1024
#define SEGMENT_BITS (SEGMENT_WORDS * 32)

/* bit b stands for the number 2 * b + 3 */
#define NUMBER(b) (2ull * (b) + 3ull)
#define BIT(v) (((v) - 3) / 2)

__constant__ unsigned short small_primes[256];

__global__ void mark_global(unsigned* bits, unsigned long long nbits, unsigned long long limit)
{
    unsigned long long p = NUMBER((unsigned long long)blockIdx.x);
    if (p * p > limit) return;
    if (bits[blockIdx.x / 32] >> (blockIdx.x % 32) & 1u) return;   // maybe too late, but then only more work
    for (unsigned long long b = BIT(p * p) + threadIdx.x * p; b < nbits; b += blockDim.x * p)
        atomicOr(&bits[b >> 5], 1u << (b & 31));
}

__global__ void mark_segment(unsigned* bits, long long first_bit, int primes)
{
    __shared__ unsigned seg[SEGMENT_WORDS];
    const long long from = first_bit + (long long)blockIdx.x * SEGMENT_BITS;
    for (int w = threadIdx.x; w < SEGMENT_WORDS; w += blockDim.x) seg[w] = 0u;
    __syncthreads();

    for (int q = threadIdx.x; q < primes; q += blockDim.x) {
        const long long p = small_primes[q];
        long long b = BIT(p * p);
        if (b < from) b += (from - b + p - 1) / p * p;
        for (b -= from; b < SEGMENT_BITS; b += p)
            atomicOr(seg + (b >> 5), 1u << (b & 31));
    }
    __syncthreads();
    for (int w = threadIdx.x; w < SEGMENT_WORDS; w += blockDim.x)
        bits[from / 32 + w] = seg[w];
}

__global__ void count_zeros(const unsigned* bits, long long nbits, unsigned long long* count)
{
    unsigned c = 0;
    for (long long w = blockIdx.x * (long long)blockDim.x + threadIdx.x; w * 32 < nbits; w += (long long)gridDim.x * blockDim.x) {
        unsigned v = ~bits[w];
        if ((w + 1) * 32 > nbits) v &= (1u << (nbits & 31)) - 1u;
        c += __popc(v);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) c += __shfl_xor_sync(0xffffffff, c, d);
    if ((threadIdx.x & 31) == 0 && c) atomicAdd(count, (unsigned long long)c);
}

// are there twins (p, p + 2)? the neighbour bit of the next word is needed, too
__global__ void twins(const unsigned* bits, int words, int* pairs, unsigned* largest)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned both = 0;
    if (w < words) {
        unsigned next = w + 1 < words ? bits[w + 1] : ~0u;
        both = ~bits[w] & ~__funnelshift_r(bits[w], next, 1);
        if (both) atomicMax(largest, (unsigned)NUMBER(32u * w + (31 - __clz(both))));
    }
    if (__any_sync(0xffffffff, both != 0)) atomicAdd(pairs, __popc(both));
}

}  // namespace sieve

// ============================================================================
//  Host
// ============================================================================
template <class F>
struct Defer {
    F f; Defer(F g) : f(std::move(g)) {}
    ~Defer() { f(); }
};
template <class F> Defer(F) -> Defer<F>;

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define DEFER Defer CONCAT(defer_, __LINE__) = [&]()

#define MUST(x)                                                                   \
    do                                                                            \
        if (auto e = (x); e != cudaSuccess) {                                     \
            std::fprintf(stderr, "%s\n  %s\n", #x, cudaGetErrorString(e));        \
            std::abort();                                                         \
        }                                                                         \
    while (0)

template <typename T>
T* managed(std::size_t n)
{
    T* p;
    MUST(cudaMallocManaged(&p, n * sizeof(T)));
    return p;
}

template <ht::Probing P>
static void run_table(const char* what, unsigned n, unsigned capacity)
{
    auto* table = managed<ht::KeyValue>(capacity);
    auto* pairs = managed<ht::KeyValue>(n);
    auto* status = managed<int>(n);
    auto* keys = managed<ht::Key>(n / 2);
    DEFER { cudaFree(table); cudaFree(pairs); cudaFree(status); cudaFree(keys); };

    std::mt19937 rng(1);
    std::unordered_map<ht::Key, ht::Value> reference;
    for (unsigned i = 0; i < n; ++i) {
        ht::Key k;
        do k = rng(); while (k >= ht::TOMBSTONE || reference.count(k));
        pairs[i] = {k, i};
        reference[k] = i;
    }
    for (unsigned i = 0; i < n / 2; ++i) keys[i] = pairs[2 * i].key;

    const unsigned threads = 256;
    auto blocks = [threads](unsigned items) { return (items + threads - 1) / threads; };

    ht::clear<<<blocks(capacity), threads>>>(table, capacity);
    ht::insert<P><<<blocks(n), threads>>>(table, capacity - 1, pairs, n, status);
    ht::erase<P><<<blocks(n / 2), threads>>>(table, capacity - 1, keys, n / 2);
    ht::lookup<P><<<64, threads>>>(table, capacity - 1, pairs, n);
    MUST(cudaDeviceSynchronize());

    std::size_t wrong = 0;
    for (unsigned i = 0; i < n; ++i) {
        const ht::Value want = i % 2 == 0 ? 0 : reference.at(pairs[i].key);
        wrong += pairs[i].value != want || status[i] != ht::INSERTED;
    }
    std::cout << what << ": " << wrong << " wrong of " << n << '\n';
}

static std::vector<unsigned short> host_sieve(int limit)
{
    std::vector<bool> composite(limit + 1);
    std::vector<unsigned short> odd_primes;
    for (int p = 3; p <= limit; p += 2) {
        if (composite[p]) continue;
        odd_primes.push_back((unsigned short)p);
        for (int q = p * p; q <= limit; q += 2 * p) composite[q] = true;
    }
    return odd_primes;
}

int main(int argc, char** argv)
{
    const unsigned n = argc > 1 ? std::strtoul(argv[1], nullptr, 0) : 200'000u;
    unsigned capacity = 1;
    while (capacity < 2 * n) capacity <<= 1;

    run_table<ht::Probing::Linear>("linear", n, capacity);
    run_table<ht::Probing::Quadratic>("quadratic", n, capacity);

    {
        constexpr unsigned SLOTS = 1u << 12;
        constexpr unsigned WORDS = 50'000;
        auto* table = managed<unsigned long long>(SLOTS);
        auto* keys = managed<ht::Key>(WORDS);
        auto* collisions = managed<unsigned>(1);
        DEFER { cudaFree(table); cudaFree(keys); cudaFree(collisions); };
        std::fill_n(table, SLOTS, std::numeric_limits<unsigned long long>::max());
        for (unsigned i = 0; i < WORDS; ++i) keys[i] = i * i % 1009;
        *collisions = 0;
        ht::count_keys<<<(WORDS + 127) / 128, 128>>>(table, SLOTS - 1, keys, WORDS, collisions);
        MUST(cudaDeviceSynchronize());
        unsigned long long sum = 0;
        for (unsigned s = 0; s < SLOTS; ++s)
            if (table[s] != ~0ull) sum += table[s] & 0xffffffffull;
        std::cout << "counted " << sum << ", collisions " << *collisions << '\n';
    }

    {
        const int SEGMENTS = 40;
        const int WORDS = SEGMENTS * SEGMENT_WORDS;
        const long long bits_total = 32LL * WORDS;
        const auto primes = host_sieve(1640);
        const int count = std::min<int>(256, (int)primes.size());
        auto* bits = managed<unsigned>(WORDS);
        auto* result = managed<unsigned long long>(1);
        auto* pairs = managed<int>(2);
        DEFER { cudaFree(bits); cudaFree(result); cudaFree(pairs); };
        MUST(cudaMemcpyToSymbol(sieve::small_primes, primes.data(), count * sizeof(unsigned short)));

        *result = 0;
        pairs[0] = pairs[1] = 0;
        sieve::mark_segment<<<SEGMENTS, 256>>>(bits, 0, count);
        sieve::count_zeros<<<30, 256>>>(bits, bits_total, result);
        sieve::twins<<<WORDS / 256, 256>>>(bits, WORDS, pairs, (unsigned*)(pairs + 1));
        MUST(cudaDeviceSynchronize());
        std::cout << "segments: " << *result + 1 << " primes below " << NUMBER(bits_total) << ", " << pairs[0]
                  << " twins, largest " << pairs[1] << '\n';

        MUST(cudaMemset(bits, 0, WORDS * sizeof(unsigned)));
        *result = 0;
        sieve::mark_global<<<820, 128>>>(bits, bits_total, NUMBER(bits_total));
        sieve::count_zeros<<<30, 256>>>(bits, bits_total, result);
        MUST(cudaDeviceSynchronize());
        std::cout << "global:   " << *result + 1 << " primes\n";
    }
}
