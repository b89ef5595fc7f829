#include <stdio.h>
#include <cuda_runtime.h>

__global__ void markiere(int *karte, int b, int h, int x0, int y0, int x1, int y1)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < b && y < h) karte[y * b + x] = x >= x0 && x < x1 && y >= y0 && y < y1;
}

struct Rechteck {
    int x0, y0, x1, y1;
} //~ 13:2 a ';' is missing after the struct's '}'

int main(void)
{
    const int b = 200, h = 150;
    int *karte;
    struct Rechteck r = { 10, 20, 60, 90 };
    cudaMalloc(&karte, b * h * sizeof(int));
    dim3 faeden(20, 10), bloecke(b / 20, h / 10);
    markiere<<<bloecke, faeden>>>(karte, b, h, r.x0, r.y0, r.x1, r.y1);
    cudaDeviceSynchronize();
    cudaFree(karte);
    return 0;
}
