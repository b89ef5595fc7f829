#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned char uchar;

__global__ void threshold(const uchar *src, uchar *dst, int cols, int rows, int level)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < cols && row < rows) {
        const int p = row * cols + col;
        dst[p] = src[p] > level ? 255 : 0;
    }
}

static int divUp(int a, int b) { return (a + b - 1) / b; }

int main()
{
    const int cols = 640, rows = 480;
    const int n = cols * rows;
    std::vector<uchar> img(n, 200);

    uchar *src, *dst;
    cudaMalloc(&src, n);
    cudaMalloc(&dst, n);
    cudaMemcpy(src, img.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dst, 0, n);

    dim3 block(16, 16);
    dim3 grid(divUp(rows, block.y), divUp(cols, block.x));
    threshold<<<grid, block>>>(src, dst, cols, rows, 128);

    cudaMemcpy(img.data(), dst, n, cudaMemcpyDeviceToHost);
    int white = 0;
    for (int i = 0; i < n; ++i)
        if (img[i] == 255) ++white;
    printf("%d of %d white\n", white, n);
    cudaFree(src);
    cudaFree(dst);
    return 0;
}
