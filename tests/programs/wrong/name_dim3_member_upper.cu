#include <stdio.h>
#include <math.h>
#include <cuda_runtime.h>

#define NX 300
#define NY 200

__global__ void fillWave(float *z)
{
    int ix = threadIdx.x + blockDim.x * blockIdx.x;
    int iy = threadIdx.y + blockDim.y * blockIdx.y;
    if (ix < NX && iy < NY)
        z[iy * NX + ix] = sinf(0.1f * ix) * cosf(0.1f * iy);
}

int main(void)
{
    float *z;
    dim3 threads, blocks;
    threads.x = 32;
    threads.y = 4;
    blocks.x = (NX - 1) / threads.x + 1;
    blocks.y = (NY - 1) / threads.Y + 1; //~ 23:35 'dim3' has no member 'Y': did you mean 'y'?
    cudaMalloc(&z, NX * NY * sizeof(float));
    fillWave<<<blocks, threads>>>(z);
    cudaDeviceSynchronize();
    printf("%u x %u blocks\n", blocks.x, blocks.y);
    cudaFree(z);
    return 0;
}
