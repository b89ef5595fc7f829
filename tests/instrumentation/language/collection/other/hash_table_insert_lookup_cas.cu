#include <cstdint>
#include <cuda_runtime.h>

// open addressing, linear probing, 64-bit slots = (key << 32 | value)
namespace ht {

using Slot = unsigned long long;
static_assert(sizeof(Slot) == 8, "need 64 bit slots");

constexpr Slot kEmpty = ~0ull;
constexpr uint32_t kMissing = 0xDEAD'BEEF;

struct Table
{
    Slot*    slots;
    uint32_t mask;      // capacity - 1

    __device__ static uint32_t mix(uint32_t k)
    {
        k ^= k >> 16; k *= 0x7feb352du;
        k ^= k >> 15; k *= 0x846ca68bu;
        return k ^ k >> 16;
    }

    __device__ bool insert(uint32_t key, uint32_t value)
    {
        const Slot wanted = Slot(key) << 32 | value;
        uint32_t at = mix(key) & mask;
        for (uint32_t tries = 0; tries <= mask; ++tries, at = (at + 1) & mask) {
            const Slot was = atomicCAS(slots + at, kEmpty, wanted);
            if (was == kEmpty) return true;
            if (uint32_t(was >> 32) == key) { atomicExch(&slots[at], wanted); return true; }
        }
        return false;
    }

    __device__ uint32_t find(uint32_t key) const
    {
        for (uint32_t at = mix(key) & mask, left = mask + 1; left--; at = (at + 1) & mask) {
            const Slot s = slots[at];
            if (s == kEmpty) break;
            if (static_cast<uint32_t>(s >> 32) == key) return static_cast<uint32_t>(s);
        }
        return kMissing;
    }
};

__global__ void clear(Table t)
{
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i <= t.mask; i += gridDim.x * blockDim.x)
        t.slots[i] = kEmpty;
}

__global__ void insertAll(Table t, const uint2* pairs, int n, int* failures)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool bad = i < n && !t.insert(pairs[i].x, pairs[i].y);
    const int lost = __syncthreads_count(bad);
    if (threadIdx.x == 0 && lost) atomicAdd(failures, lost);
}

__global__ void lookUp(const Table t, const uint32_t* keys, uint32_t* values, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = t.find(keys[i]);
}

} // namespace ht