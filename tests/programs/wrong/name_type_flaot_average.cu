#include <stdio.h>
#include <cuda_runtime.h>

__global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;
}

int main(void)
{
    int n = 5000;
    flaot *d_in, *d_out; //~ 14:5 'flaot' is not a type: did you mean 'float'?
    cudaMalloc((void **)&d_in, n * sizeof(float));
    cudaMalloc((void **)&d_out, n * sizeof(float));
    cudaMemset(d_in, 0, n * sizeof(float));
    int threads = 128;
    int blocks = (n + threads - 1) / threads;
    smooth<<<blocks, threads>>>(d_in, d_out, n);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
