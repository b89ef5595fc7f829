#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>

const int CAP = 1024;
const int FREE = -1;

// linear probing; every key occurs once
__global__ void insert(volatile int* slots, const int* keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int key = keys[i];
    int pos = key % CAP;
    while (true) {
        if (slots[pos] == FREE) {
            slots[pos] = key;
            break;
        }
        pos = (pos + 1) % CAP;
    }
}

int main()
{
    const int n = 256;
    std::vector<int> keys(n), slots(CAP);
    for (int i = 0; i < n; ++i) keys[i] = i * 64;
    int *dk, *ds;
    cudaMalloc(&dk, n * sizeof(int));
    cudaMalloc(&ds, CAP * sizeof(int));
    cudaMemcpy(dk, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(ds, 0xff, CAP * sizeof(int));
    insert<<<2, 128>>>(ds, dk, n);
    cudaMemcpy(slots.data(), ds, CAP * sizeof(int), cudaMemcpyDeviceToHost);
    int used = 0;
    for (int s : slots) used += s != FREE;
    printf("%d of %d keys stored\n", used, n);
    cudaFree(dk);
    cudaFree(ds);
    return 0;
}
