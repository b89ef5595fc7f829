#include <cstdio>
#include <cuda_runtime.h>

#define SLAB    150000      // bytes of log space for each walker
#define WALKERS (64 * 256)
#define STEPS   16

__global__ void logWalks(unsigned char *log, unsigned seed)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int start = id * SLAB;

    unsigned s = seed ^ (id * 747796405u);
    unsigned char pos = 128;
    for (int k = 0; k < STEPS; ++k) {
        s = s * 1664525u + 1013904223u;
        pos += (s >> 31) ? 1 : -1;
        log[start + k] = pos;
    }
}

int main()
{
    unsigned char *log, first[STEPS];
    size_t bytes = (size_t)WALKERS * SLAB;
    if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
        printf("not enough memory\n");
        return 1;
    }
    logWalks<<<WALKERS / 256, 256>>>(log, 2024u);
    cudaMemcpy(first, log, STEPS, cudaMemcpyDeviceToHost);
    for (int k = 0; k < STEPS; ++k) printf("%d ", first[k]);
    printf("\n");
    cudaFree(log);
    return 0;
}
