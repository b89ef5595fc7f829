#include <stdio.h>
#include <cuda_runtime.h>

__global__ void life(const unsigned char *a, unsigned char *b, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
    if (x >= w || y >= h) return;
    for (int j = -1; j < 2; j++)
        for (int i = -1; i < 2; i++)
            if (i || j) s += a[(y + j + h) % h * w + (x + i + w) % w];
    b[y * w + x] = s == 3 || (s == 2 && a[y * w + x]);
}

int main(void)
{
    const int w = 256, h = 192;
    unsigned char *a, *b, *t;
    cudaMalloc(&a, w * h);
    cudaMalloc(&b, w * h);
    cudaMemset(a, 1, w * h);
    for (int g = 0; g < 100; g++) {
        generation(a, b, w, h); //~ 22:9 'generation' is not declared before this line: it stands at line 30, a declaration before main is missing
        t = a; a = b; b = t;
    }
    cudaDeviceSynchronize();
    printf("100 generations\n");
    return 0;
}

void generation(unsigned char *a, unsigned char *b, int w, int h)
{
    dim3 blk(32, 4), grd(w / 32, h / 4);
    life<<<grd, blk>>>(a, b, w, h);
}
