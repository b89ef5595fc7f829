#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define BD 16

__global__ void transpose(float *out, const float *in, int width, int height)
{
    __shared__ float block[BD][BD + 1];

    unsigned int xIndex = blockIdx.x * BD + threadIdx.x;
    unsigned int yIndex = blockIdx.y * BD + threadIdx.y;
    block[threadIdx.y][threadIdx.x] = in[yIndex * width + xIndex];

    __syncthreads();

    xIndex = blockIdx.x * BD + threadIdx.x;
    yIndex = blockIdx.x * BD + threadIdx.y;
    out[yIndex * height + xIndex] = block[threadIdx.x][threadIdx.y];
}

int main()
{
    const int width = 128, height = 64;
    std::vector<float> h(width * height);
    for (int i = 0; i < width * height; ++i) h[i] = (float)i;
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, h.size() * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 grid(width / BD, height / BD);
    dim3 threads(BD, BD);
    transpose<<<grid, threads>>>(out, in, width, height);
    cudaMemcpy(h.data(), out, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
