#include <stdio.h>
#include <cuda_runtime.h>

#define N 512

__global__ void scanBlock(const int *in, int *out)
{
    __shared__ int s[N];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    __syncthreads();

    for (int stride = 1; stride < N; stride <<= 1)
    {
        int left = 0;
        if (tid >= stride)
            left = s[tid - stride];
        s[tid] += left;
        __syncthreads();
    }
    out[tid] = s[tid];
}

int main(void)
{
    int h[N];
    int *d_in, *d_out;
    for (int i = 0; i < N; ++i)
        h[i] = 1;
    cudaMalloc(&d_in, sizeof(h));
    cudaMalloc(&d_out, sizeof(h));
    cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
    scanBlock<<<1, N>>>(d_in, d_out);
    cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[N - 1]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
