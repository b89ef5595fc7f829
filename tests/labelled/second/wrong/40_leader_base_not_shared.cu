#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define ALL_LANES 0xffffffffu

__device__ __forceinline__ unsigned lanesBelow()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__global__ void compactEven(const unsigned *in, unsigned *out, int *outCount, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = i < n ? in[i] : 1u;
    int keep = (v % 2 == 0);

    unsigned ballot = __ballot_sync(ALL_LANES, keep);
    int base;
    if ((threadIdx.x & 31) == 0)
        base = atomicAdd(outCount, __popc(ballot));
    if (keep)
        out[base + __popc(ballot & lanesBelow())] = v;
}

int main()
{
    const int n = 1400;
    std::vector<unsigned> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 29u) % 64u;
    unsigned *in, *out;
    int *cnt, got;
    cudaMalloc(&in, n * sizeof(unsigned));
    cudaMalloc(&out, n * sizeof(unsigned));
    cudaMalloc(&cnt, sizeof(int));
    cudaMemcpy(in, h.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemset(cnt, 0, sizeof(int));
    compactEven<<<(n + 95) / 96, 96>>>(in, out, cnt, n);
    cudaMemcpy(&got, cnt, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d kept\n", got);
    cudaFree(in);
    cudaFree(out);
    cudaFree(cnt);
    return 0;
}
