#include <cuda_runtime.h>
#include <stdio.h>

#define BX 32
#define BY 48

__global__ void addImages(const int *a, const int *b, int *sum, int w, int h)
{
    int x = blockIdx.x * BX + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;

    if (x < w && y < h)
        sum[y * w + x] = a[y * w + x] + b[y * w + x];
}

int main()
{
    const int w = 640;
    const int h = 480;
    const size_t size = w * h * sizeof(int);
    int *a, *b, *sum;

    cudaMallocManaged(&a, size);
    cudaMallocManaged(&b, size);
    cudaMallocManaged(&sum, size);
    for (int i = 0; i < w * h; i++) {
        a[i] = i;
        b[i] = 2 * i;
        sum[i] = 0;
    }

    dim3 threads(BX, BY);
    dim3 blocks((w + BX - 1) / BX, (h + BY - 1) / BY);
    addImages<<<blocks, threads>>>(a, b, sum, w, h);
    cudaDeviceSynchronize();

    printf("sum[1] = %d (3), sum[last] = %d (%d)\n", sum[1], sum[w * h - 1], 3 * (w * h - 1));
    cudaFree(a);
    cudaFree(b);
    cudaFree(sum);
    return 0;
}
