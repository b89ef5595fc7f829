#include <stdio.h>
#include <cuda_runtime.h>

__global__ void convolve(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    float s = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            s += in[(y + j) * w + x + i];
    out[y * w + x] = s / 9;
}

int main(void)
{
    int w = 1920, h = 1080;
    float *in, *out;
    cudaMalloc(&in, w * h * sizeof(float));
    cudaMalloc(&out, w * h * sizeof(float));

    // first try: 8 x 8
    dim3 threads(8, 8);
    dim3 blocks((w + 7) / 8, (h + 7) / 8);
    convolve<<<blocks, threads>>>(in, out, w, h);

    // second try: 16 x 16
    dim3 threads(16, 16); //~ 29:10 'threads' is already declared in this block (line 24)
    blocks = dim3((w + 15) / 16, (h + 15) / 16);
    convolve<<<blocks, threads>>>(in, out, w, h);
    cudaDeviceSynchronize();
    return 0;
}
