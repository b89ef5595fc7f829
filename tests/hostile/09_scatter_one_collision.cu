// Each block turns its 256 numbers round. In block 31337 thread 200 writes the cell of thread 136: one write-write race in global memory, line 14.
#include <cuda_runtime.h>

static const int COUNT = 1 << 24;

__global__ void turn_round(const long long *from, long long *to, int count)
{
    int first = blockIdx.x * blockDim.x;
    int i     = first + threadIdx.x;
    if (i >= count) return;

    int j = first + (blockDim.x - 1 - threadIdx.x);
    j += (i == 8022472) ? 64 : 0;
    to[j] = from[i];
}

int main()
{
    long long *from, *to;
    cudaMalloc(&from, COUNT * sizeof *from);
    cudaMalloc(&to,   COUNT * sizeof *to);
    turn_round<<<COUNT / 256, 256>>>(from, to, COUNT);
    cudaDeviceSynchronize();
}
