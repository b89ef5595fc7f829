#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Item {
    int key;
    int payload;
};

__global__ void rankSort(const Item* src, Item* dst, int n)
{
    __shared__ int keys[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Item me = {0, 0};
    if (i < n) me = src[i];

    int rank = 0;
    for (int first = 0; first < n; first += 128) {
        int m = min(128, n - first);
        if (threadIdx.x < m)
            keys[threadIdx.x] = src[first + threadIdx.x].key;
        __syncthreads();
        for (int k = 0; k < m; ++k) {
            int j = first + k;
            if (keys[k] < me.key || (keys[k] == me.key && j < i))
                ++rank;
        }
        __syncthreads();
    }
    if (i < n)
        dst[rank] = me;
}

int main()
{
    const int n = 700;
    std::vector<Item> h(n), s(n);
    for (int i = 0; i < n; ++i) h[i] = Item{ (i * 97) % 50, i };

    Item *src, *dst;
    cudaMalloc(&src, n * sizeof(Item));
    cudaMalloc(&dst, n * sizeof(Item));
    cudaMemcpy(src, h.data(), n * sizeof(Item), cudaMemcpyHostToDevice);
    int blocks = (n + 127) / 128;
    rankSort<<<blocks, 128>>>(src, dst, n);
    cudaMemcpy(s.data(), dst, n * sizeof(Item), cudaMemcpyDeviceToHost);

    std::stable_sort(h.begin(), h.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += h[i].payload != s[i].payload;
    printf("bad %d\n", bad);
    cudaFree(src);
    cudaFree(dst);
    return bad;
}
