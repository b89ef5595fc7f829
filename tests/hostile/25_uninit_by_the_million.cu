// Reads of shared cells no one ever wrote: 12,288 cells read by each of 1024 threads in each of 2048 blocks. All at line 13. A local array too, line 14.
#include <cuda_runtime.h>

extern __shared__ int scratch[];

__global__ void sumOfNothing(long long* totals, int cells)
{
    int  mine[64];
    long long total = 0;

    for (int c = 0; c < cells; ++c)
    {
        total += scratch[(c + threadIdx.x) % cells];
        total -= mine[c & 63];
    }

    totals[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

int main()
{
    const int cells = 12288;
    long long* totals;
    cudaMalloc(&totals, 2048 * 1024 * sizeof(long long));
    sumOfNothing<<<2048, 1024, cells * sizeof(int)>>>(totals, cells);
    return 0;
}
