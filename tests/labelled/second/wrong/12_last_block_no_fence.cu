#include <cstdio>
#include <climits>
#include <cuda_runtime.h>

#define NTHREADS 128
#define NBLOCKS  30

__device__ unsigned int retired = 0;

__global__ void maxOfAll(const int *data, int n, volatile int *partial, int *result)
{
    __shared__ int s[NTHREADS];
    __shared__ bool last;
    const int t = threadIdx.x;

    int m = INT_MIN;
    for (int i = blockIdx.x * NTHREADS + t; i < n; i += NTHREADS * gridDim.x)
        m = max(m, data[i]);
    s[t] = m;
    __syncthreads();
    for (int h = NTHREADS / 2; h > 0; h >>= 1) {
        if (t < h) s[t] = max(s[t], s[t + h]);
        __syncthreads();
    }

    if (t == 0) {
        partial[blockIdx.x] = s[0];
        unsigned int order = atomicAdd(&retired, 1u);
        last = (order == gridDim.x - 1);
    }
    __syncthreads();

    if (last && t == 0) {
        int best = partial[0];
        for (int b = 1; b < gridDim.x; ++b)
            best = max(best, partial[b]);
        *result = best;
        retired = 0;
    }
}

int main()
{
    const int n = 40000;
    int *data, *partial, *result;
    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&result, sizeof(int));
    cudaMalloc(&partial, NBLOCKS * sizeof(int));
    for (int i = 0; i < n; ++i) data[i] = (i * 73) % 9973;
    maxOfAll<<<NBLOCKS, NTHREADS>>>(data, n, partial, result);
    cudaDeviceSynchronize();
    printf("max = %d\n", *result);
    cudaFree(data);
    cudaFree(partial);
    cudaFree(result);
    return 0;
}
