// Sum of 2^24 ints, 65536 blocks. Block 40961 alone (found by a hash of its number) skips the barrier in the loop: shared memory race, line 16 against itself.
#include <stdio.h>
#define BLOCK_SIZE 256
typedef unsigned int u32;

__device__ __forceinline__ bool keep_in_step(u32 b) { return b * 2654435761u != 0x4a4619b1u; }

__global__ void block_sum(const int *src, int *dst) {
    extern __shared__ int cell[];
    const u32 t = threadIdx.x;
    cell[t] = src[blockIdx.x * BLOCK_SIZE + t];
    __syncthreads();
    const bool sync = keep_in_step(blockIdx.x);
    for (u32 half = BLOCK_SIZE / 2; half != 0; half >>= 1) {
        if (t < half)
            cell[t] += cell[t + half];
        if (sync) __syncthreads();
    }
    if (t == 0) dst[blockIdx.x] = cell[0];
}

int main(int argc, char **argv) {
    const int n = 16777216;
    int *src, *dst;
    cudaMalloc((void **)&src, n * sizeof(int));
    cudaMalloc((void **)&dst, n / BLOCK_SIZE * sizeof(int));
    block_sum<<<n / BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE * sizeof(int)>>>(src, dst);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
