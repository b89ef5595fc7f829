#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <cuda_runtime.h>

#define BLOCKS 24

__device__ unsigned int done = 0;

__global__ void maxAll(const int *v, int n, int *partial, int *result)
{
    __shared__ int m[64];
    __shared__ int last;
    int t = threadIdx.x, best = INT_MIN;
    for (int i = blockIdx.x * 64 + t; i < n; i += 64 * gridDim.x)
        best = max(best, v[i]);
    m[t] = best;
    __syncthreads();
    for (int s = 32; s >= 1; s /= 2) {
        if (t < s) m[t] = max(m[t], m[t + s]);
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = m[0];
        last = atomicAdd(&done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int r = partial[0];
        for (int b = 1; b < gridDim.x; b++) r = max(r, partial[b]);
        *result = r;
        done = 0;
    }
}

int main()
{
    const int n = 20000;
    int *h = (int *)malloc(n * sizeof(int)), *v, *p, *r, res;
    for (int i = 0; i < n; i++) h[i] = (i * 73) % 19997;
    cudaMalloc(&v, n * sizeof(int));
    cudaMalloc(&p, BLOCKS * sizeof(int));
    cudaMalloc(&r, sizeof(int));
    cudaMemcpy(v, h, n * sizeof(int), cudaMemcpyHostToDevice);
    maxAll<<<BLOCKS, 64>>>(v, n, p, r);
    cudaMemcpy(&res, r, sizeof(int), cudaMemcpyDeviceToHost);
    printf("max = %d\n", res);
    free(h);
    return 0;
}
