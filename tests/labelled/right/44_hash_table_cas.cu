// A simple GPU hash table: linear probing, insert and lookup
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct KeyValue {
    uint32_t key;
    uint32_t value;
};

const uint32_t kCapacity = 1024;
const uint32_t kEmpty = 0xffffffff;

__device__ uint32_t hashKey(uint32_t k)
{
    k ^= k >> 16;
    k *= 0x85ebca6b;
    k ^= k >> 13;
    k *= 0xc2b2ae35;
    k ^= k >> 16;
    return k & (kCapacity - 1);
}

__global__ void clearTable(KeyValue* table)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kCapacity) { table[i].key = kEmpty; table[i].value = kEmpty; }
}

__global__ void insertAll(KeyValue* table, const uint32_t* keys, unsigned n)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    uint32_t key = keys[id];
    uint32_t slot = hashKey(key);
    while (true) {
        uint32_t prev = atomicCAS(&table[slot].key, kEmpty, key);
        if (prev == kEmpty || prev == key) {
            atomicExch(&table[slot].value, key * 2u);
            return;
        }
        slot = (slot + 1) & (kCapacity - 1);
    }
}

__global__ void lookupAll(const KeyValue* table, const uint32_t* keys, uint32_t* values, unsigned n)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    uint32_t slot = hashKey(keys[id]);
    while (table[slot].key != keys[id] && table[slot].key != kEmpty)
        slot = (slot + 1) & (kCapacity - 1);
    values[id] = table[slot].value;
}

int main()
{
    const unsigned n = 500;
    std::vector<uint32_t> keys(n), vals(n);
    for (unsigned i = 0; i < n; ++i) keys[i] = (i % 400) * 7u + 3u;   // some keys twice
    KeyValue* table;
    uint32_t *dk, *dv;
    cudaMalloc(&table, kCapacity * sizeof(KeyValue));
    cudaMalloc(&dk, n * sizeof(uint32_t));
    cudaMalloc(&dv, n * sizeof(uint32_t));
    cudaMemcpy(dk, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
    clearTable<<<kCapacity / 256, 256>>>(table);
    insertAll<<<(n + 127) / 128, 128>>>(table, dk, n);
    lookupAll<<<(n + 127) / 128, 128>>>(table, dk, dv, n);
    cudaMemcpy(vals.data(), dv, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (unsigned i = 0; i < n; ++i) wrong += vals[i] != keys[i] * 2u;
    printf("%d wrong\n", wrong);
    return wrong;
}
