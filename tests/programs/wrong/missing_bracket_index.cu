#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SIZE 600

__global__ void gather(float *out, const float *in, const int *idx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SIZE) out[i] = in[idx[i]];
}

int main(void)
{
    float h_in[SIZE];
    int h_idx[SIZE];
    for (int i = 0; i < SIZE; i++) {
        h_in[i] = (float)i;
        h_idx[(i * 7) % SIZE = i; //~ 19:29 a ']' is missing after SIZE
    }
    float *in, *out;
    int *idx;
    cudaMalloc(&in, sizeof h_in);
    cudaMalloc(&out, sizeof h_in);
    cudaMalloc(&idx, sizeof h_idx);
    cudaMemcpy(in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
    cudaMemcpy(idx, h_idx, sizeof h_idx, cudaMemcpyHostToDevice);
    gather<<<(SIZE + 99) / 100, 100>>>(out, in, idx);
    cudaDeviceSynchronize();
    printf("%f\n", h_in[3]);
    return 0;
}
