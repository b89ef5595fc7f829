// Right but noisy: 100,000 rounds, each with two barriers, five shuffles, one or two votes, and 1024 atomics to one and the same cell.
#include <cuda_runtime.h>

__device__ unsigned long long oneCell;

__global__ void __launch_bounds__(1024) storm(int* out)
{
    __shared__ unsigned leader;
    unsigned v = threadIdx.x;
    for (int r = 0; r < 100000; ++r) {
        if (threadIdx.x == r % 1024) leader = v;
        __syncthreads();
        v ^= leader;
        __syncthreads();
        for (int m = 16; m; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);
        if (__any_sync(0xffffffff, v & 1)) v += __popc(__ballot_sync(0xffffffff, v > 0));
        atomicAdd(&oneCell, 1ULL);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = (int)v;
}

int main()
{
    int* out;
    cudaMalloc(&out, 512 * 1024 * sizeof(int));
    storm<<<512, 1024>>>(out);
    cudaDeviceSynchronize();
}
