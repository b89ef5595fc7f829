// every thread sorts its own short segment
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define SEG 16u

__global__ void sortSegments(int* data, unsigned segments)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= segments) return;
    int* seg = data + id * SEG;
    for (unsigned i = 1; i < SEG; ++i) {
        int key = seg[i];
        unsigned j = i - 1;
        while (j >= 0 && seg[j] > key) {
            seg[j + 1] = seg[j];
            --j;
        }
        seg[j + 1] = key;
    }
}

int main()
{
    const unsigned segments = 100;
    std::vector<int> h(segments * SEG);
    for (unsigned i = 0; i < h.size(); ++i) h[i] = (int)(h.size() - i);
    int* d;
    cudaMalloc(&d, h.size() * sizeof(int));
    cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    sortSegments<<<2, 64>>>(d, segments);
    cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < SEG; ++i) std::printf("%d ", h[i]);
    std::printf("\n");
    cudaFree(d);
}
