#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void keepPositive(const int *in, int n, int *out, int *count)
{
    int i    = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;

    int  v    = i < n ? in[i] : 0;
    bool keep = i < n && v > 0;

    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (votes == 0) return;
    int leader = __ffs(votes) - 1;
    int base;
    if (lane == leader)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, leader);

    if (keep)
        out[base + __popc(votes & ((1u << lane) - 1))] = v;
}

int main()
{
    const int n = 5003;
    std::vector<int> h(n);
    int want = 0;
    for (int i = 0; i < n; i++) {
        h[i] = (i * 1103 % 57) - 28;
        if (h[i] > 0) want++;
    }
    int *d_in, *d_out, *d_count, got;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_count, sizeof(int));
    cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof(int));
    keepPositive<<<(n + 255) / 256, 256>>>(d_in, n, d_out, d_count);
    cudaMemcpy(&got, d_count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d of %d kept\n", got, n);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_count);
    return got == want ? 0 : 1;
}
