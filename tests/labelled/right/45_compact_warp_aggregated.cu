#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// keep the elements greater than a threshold; order between warps is not preserved
__global__ void keepGreater(const int* in, int n, int thr, int* out, int* outCount)
{
    const int lane = threadIdx.x % warpSize;
    const int step = gridDim.x * blockDim.x;
    const int rounds = (n + step - 1) / step;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int r = 0; r < rounds; ++r, i += step) {
        int v = 0;
        bool keep = false;
        if (i < n) { v = in[i]; keep = v > thr; }
        const unsigned votes = __ballot_sync(0xffffffff, keep);
        int base = 0;
        if (lane == 0 && votes) base = atomicAdd(outCount, __popc(votes));
        base = __shfl_sync(0xffffffff, base, 0);
        if (keep) out[base + __popc(votes & ((1u << lane) - 1u))] = v;
    }
}

int main()
{
    const int n = 3001;
    int *h = (int*)malloc(n * sizeof(int)), *in, *out, *cnt, kept;
    for (int i = 0; i < n; ++i) h[i] = (i * 2654435761u >> 20) % 100;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&cnt, sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(cnt, 0, sizeof(int));
    keepGreater<<<6, 128>>>(in, n, 49, out, cnt);
    cudaMemcpy(&kept, cnt, sizeof(int), cudaMemcpyDeviceToHost);
    printf("kept %d of %d\n", kept, n);
    free(h);
    return 0;
}
