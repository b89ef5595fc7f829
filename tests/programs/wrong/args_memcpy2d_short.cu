#include <cstdio>
#include <cuda_runtime.h>

constexpr int LARG = 100, ALT = 60;

__global__ void seuil(unsigned char *im, size_t pas, int l, int h, unsigned char s)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < l && r < h) {
        unsigned char *ligne = im + r * pas;
        ligne[c] = ligne[c] > s ? 255 : 0;
    }
}

int main()
{
    static unsigned char image[ALT][LARG];
    unsigned char *dev;
    size_t pas;
    cudaMallocPitch(&dev, &pas, LARG, ALT);
    cudaMemcpy2D(dev, pas, image, LARG, ALT, cudaMemcpyHostToDevice); //~ 22:5 too few arguments: cudaMemcpy2D(dst, dpitch, src, spitch, width, height, kind) wants 7, here are 6
    dim3 bloc(32, 8);
    dim3 grille((LARG + 31) / 32, (ALT + 7) / 8);
    seuil<<<grille, bloc>>>(dev, pas, LARG, ALT, 128);
    cudaMemcpy2D(image, LARG, dev, pas, LARG, ALT, cudaMemcpyDeviceToHost);
    std::printf("%d\n", image[3][4]);
    cudaFree(dev);
    return 0;
}
