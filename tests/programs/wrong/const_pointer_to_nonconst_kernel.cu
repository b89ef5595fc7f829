#include <cstdio>
#include <cuda_runtime.h>

__global__ void sortPairs(int* keys, int n, int phase) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
    if (i + 1 < n && keys[i] > keys[i + 1]) {
        int t = keys[i]; keys[i] = keys[i + 1]; keys[i + 1] = t;
    }
}

// odd-even transposition sort
void oddEven(const int* keys, int n) {
    constexpr int kThreads = 64;
    const int blocks = (n / 2 + kThreads - 1) / kThreads;
    for (int p = 0; p < n; ++p)
        sortPairs<<<blocks, kThreads>>>(keys, n, p & 1); //~ 16:41 the kernel's parameter 1 is int* keys, here is a const int*: the kernel could write to it
}

int main() {
    const int n = 1000;
    int* keys;
    cudaMallocManaged(&keys, n * sizeof(int));
    for (int i = 0; i < n; ++i) keys[i] = n - i;
    oddEven(keys, n);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", keys[0], keys[n - 1]);
    cudaFree(keys);
}
