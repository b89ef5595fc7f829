#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define ITEMS 8

// every thread turns its own piece of ITEMS numbers into running sums
__global__ void localPrefix(const int *in, int *out, int n)
{
    int base = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    int run = 0;
    for (int k = 0; k <= ITEMS && base + k < n; k++) {
        run += in[base + k];
        out[base + k] = run;
    }
}

int main()
{
    const int n = 2560;
    const int threads = 64;
    std::vector<int> h(n, 1);
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    localPrefix<<<n / (threads * ITEMS), threads>>>(in, out, n);
    cudaMemcpy(h.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[7], h[8]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
