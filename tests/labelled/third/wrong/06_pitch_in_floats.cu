#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void brighten(float *img, size_t pitch, int width, int height, float add)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    float *row = img + y * pitch;
    row[x] += add;
}

int main()
{
    const int width = 200;
    const int height = 100;
    const size_t pitch = 1024;      // bytes in a row: 200 floats and some padding
    const size_t total = pitch * height;

    float *img;
    cudaMalloc(&img, total);
    cudaMemset(img, 0, total);

    dim3 block(16, 16);
    dim3 grid((width + 15) / 16, (height + 15) / 16);
    brighten<<<grid, block>>>(img, pitch, width, height, 0.25f);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));

    std::vector<float> h(width * height);
    cudaMemcpy2D(h.data(), width * sizeof(float), img, pitch,
                 width * sizeof(float), height, cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[width * height - 1]);
    cudaFree(img);
    return 0;
}
