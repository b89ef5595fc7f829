// sorts chunks of 256 keys in shared memory
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <algorithm>

const int CHUNK = 256;

__global__ void bitonicBlock(int* keys)
{
    __shared__ int s[CHUNK];
    int* mine = keys + blockIdx.x * CHUNK;
    int i = threadIdx.x;
    s[i] = mine[i];
    __syncthreads();

    for (int k = 2; k <= CHUNK; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int p = i ^ j;
            if (p > i) {
                bool up = (i & k) == 0;
                int a = s[i], b = s[p];
                if ((a > b) == up) {
                    s[i] = b;
                    s[p] = a;
                }
            }
        }
        __syncthreads();
    }
    mine[i] = s[i];
}

int main()
{
    const int chunks = 4;
    int h[chunks * CHUNK];
    for (int i = 0; i < chunks * CHUNK; ++i) h[i] = std::rand() % 1000;
    int* d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    bitonicBlock<<<chunks, CHUNK>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int c = 0; c < chunks; ++c)
        std::printf("chunk %d %s\n", c, std::is_sorted(h + c * CHUNK, h + (c + 1) * CHUNK) ? "sorted" : "NOT sorted");
    cudaFree(d);
    return 0;
}
