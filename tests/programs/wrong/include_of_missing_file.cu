#include <stdio.h>
#include <stdlib.h>
#include "helper_cuda_utils.h" //~ 3:10 there is no file "helper_cuda_utils.h"

#define TX 32
#define TY 8

__global__ void laplace(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = 4 * in[y * w + x] - in[y * w + x - 1] - in[y * w + x + 1]
                         - in[(y - 1) * w + x] - in[(y + 1) * w + x];
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1024, h = argc > 2 ? atoi(argv[2]) : 768;
    float *in, *out;
    cudaMalloc(&in, w * h * sizeof(float));
    cudaMalloc(&out, w * h * sizeof(float));
    cudaMemset(in, 0, w * h * sizeof(float));
    laplace<<<dim3(divUp(w, TX), divUp(h, TY)), dim3(TX, TY)>>>(in, out, w, h);
    return cudaDeviceSynchronize() != cudaSuccess;
}
