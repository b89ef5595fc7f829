#include <cstdio>
#include <cuda_runtime.h>

const int THREADS = 128;
const int BLOCKS  = 24;

__device__ unsigned int blocksDone = 0;

__device__ int blockSum(int v, int *scratch)
{
    scratch[threadIdx.x] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            scratch[threadIdx.x] += scratch[threadIdx.x + s];
        __syncthreads();
    }
    int r = scratch[0];
    __syncthreads();
    return r;
}

__global__ void sumAll(const int *x, int n, volatile int *partial, int *result)
{
    __shared__ int scratch[THREADS];
    __shared__ bool amLast;

    int acc = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        acc += x[i];
    int s = blockSum(acc, scratch);

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s;
        __threadfence();
        unsigned int ticket = atomicInc(&blocksDone, gridDim.x);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();

    if (amLast) {
        __threadfence();
        int v = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0;
        int total = blockSum(v, scratch);
        if (threadIdx.x == 0) {
            *result = total;
            blocksDone = 0;
        }
    }
}

int main()
{
    const int N = 20000;
    int *x, *partial, *result;
    cudaMallocManaged(&x, N * sizeof(int));
    cudaMallocManaged(&partial, BLOCKS * sizeof(int));
    cudaMallocManaged(&result, sizeof(int));
    for (int i = 0; i < N; i++) x[i] = i & 3;
    sumAll<<<BLOCKS, THREADS>>>(x, N, partial, result);
    cudaDeviceSynchronize();
    printf("sum = %d (expected %d)\n", *result, N / 4 * 6);
    int ok = *result == N / 4 * 6;
    cudaFree(x); cudaFree(partial); cudaFree(result);
    return !ok;
}
