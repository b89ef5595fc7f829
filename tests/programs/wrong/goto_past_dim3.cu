#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void girar(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[x * h + (h - 1 - y)] = in[y * w + x];
}

int main()
{
    const int w = 1280, h = 720;
    uchar4 *in = 0, *out = 0;
    int estado = 0;
    if (cudaMalloc(&in, w * h * sizeof(uchar4)) != cudaSuccess) {
        estado = 1;
        goto fin; //~ 19:9 this goto jumps past the declarations of 'bloque' and 'malla' (line 22), which are initialised there
    }
    cudaMalloc(&out, w * h * sizeof(uchar4));
    dim3 bloque(16, 16), malla((w + 15) / 16, (h + 15) / 16);
    girar<<<malla, bloque>>>(in, out, w, h);
    estado = cudaDeviceSynchronize();
fin:
    cudaFree(in);
    cudaFree(out);
    printf("estado %d\n", estado);
    return estado;
}
