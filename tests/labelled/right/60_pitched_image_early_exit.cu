// row statistics of a pitched 8-bit picture
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__device__ int maskedSum(unsigned mask, int v, int lane)
{
    // lanes of the mask are 0..count-1
    const int count = __popc(mask);
    for (int d = 16; d > 0; d >>= 1) {
        int o = __shfl_down_sync(mask, v, d);
        if (lane + d < count) v += o;
    }
    return v;
}

__global__ void rowSums(const unsigned char* img, size_t pitch, int w, int h, int* sums)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned mask = __ballot_sync(0xffffffffu, x < w && y < h);
    if (x >= w || y >= h) return;
    const unsigned char* row = img + y * pitch;
    const int s = maskedSum(mask, row[x], threadIdx.x);
    if (threadIdx.x == 0) atomicAdd(&sums[y], s);
}

int main()
{
    const int w = 75, h = 30;
    std::vector<unsigned char> pic(w * h);
    for (int i = 0; i < w * h; ++i) pic[i] = (unsigned char)(i * 7);
    unsigned char* d;
    size_t pitch;
    int* sums;
    int hs[h];
    cudaMallocPitch(&d, &pitch, w, h);
    cudaMalloc(&sums, h * sizeof(int));
    cudaMemset(sums, 0, h * sizeof(int));
    cudaMemcpy2D(d, pitch, pic.data(), w, w, h, cudaMemcpyHostToDevice);
    dim3 block(32, 4), grid((w + 31) / 32, (h + 3) / 4);
    rowSums<<<grid, block>>>(d, pitch, w, h, sums);
    cudaMemcpy(hs, sums, sizeof(hs), cudaMemcpyDeviceToHost);
    printf("%d %d\n", hs[0], hs[h - 1]);
    return 0;
}
