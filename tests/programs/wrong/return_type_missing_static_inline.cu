#include <cstdio>
#include <cuda_runtime.h>

using uchar = unsigned char;

__global__ void gray(const uchar *rgb, uchar *g, int npx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < npx)
        g[i] = (uchar)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
}

static inline run_gray(const uchar *rgb, uchar *g, int w, int h) //~ 13:15 the return type of 'run_gray' is missing (void)
{
    const int npx = w * h;
    gray<<<(npx + 511) / 512, 512>>>(rgb, g, npx);
    cudaDeviceSynchronize();
}

int main()
{
    uchar *rgb, *g;
    cudaMallocManaged(&rgb, 3 * 320 * 240);
    cudaMallocManaged(&g, 320 * 240);
    cudaMemset(rgb, 200, 3 * 320 * 240);
    run_gray(rgb, g, 320, 240);
    printf("%d\n", g[0]);
    return 0;
}
