#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK_DIM 192

__global__ void blockSum(const int *in, int *out, int n)
{
    __shared__ int sdata[BLOCK_DIM];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    sdata[tid] = (i < n) ? in[i] : 0;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) out[blockIdx.x] = sdata[0];
}

int main()
{
    const int n = 5000;
    const int nblocks = (n + BLOCK_DIM - 1) / BLOCK_DIM;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, nblocks * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = 1;
    blockSum<<<nblocks, BLOCK_DIM>>>(in, out, n);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int b = 0; b < nblocks; b++) sum += out[b];
    printf("sum %d, expected %d\n", sum, n);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
