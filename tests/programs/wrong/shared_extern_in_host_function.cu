#include <stdio.h>
#include <cuda_runtime.h>

__global__ void rowmax(const float *m, float *r, int cols)
{
    extern __shared__ float buf[];
    float v = -1e30f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) v = fmaxf(v, m[blockIdx.x * cols + c]);
    buf[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < blockDim.x; t++) v = fmaxf(v, buf[t]);
        r[blockIdx.x] = v;
    }
}

void launch_rowmax(const float *m, float *r, int rows, int cols)
{
    int threads = 64;
    __shared__ int bytes; //~ 20:20 __shared__ memory exists only in device code: leave the word away in this host function
    bytes = threads * sizeof(float);
    rowmax<<<rows, threads, bytes>>>(m, r, cols);
}

int main(void)
{
    float *m, *r;
    cudaMalloc(&m, 50 * 400 * sizeof(float));
    cudaMalloc(&r, 50 * sizeof(float));
    cudaMemset(m, 0, 50 * 400 * sizeof(float));
    launch_rowmax(m, r, 50, 400);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
