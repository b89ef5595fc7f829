#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define W 90
#define H 60

__global__ void life(const unsigned char *now, unsigned char *next)
{
    for (unsigned id = blockIdx.x * blockDim.x + threadIdx.x; id < W * H; id += gridDim.x * blockDim.x) {
        unsigned x = id % W, y = id - x;
        unsigned l = (x + W - 1) % W, r = (x + 1) % W;
        unsigned up = (y + W * H - W) % (W * H), dn = (y + W) % (W * H);
        unsigned alive = now[l + up] + now[x + up] + now[r + up]
                       + now[l + y] + now[r + y]
                       + now[l + dn] + now[x + dn] + now[r + dn];
        next[x + y] = alive == 3 || (alive == 2 && now[x + y]) ? 1 : 0;
    }
}

int main(int argc, char **argv)
{
    int gens = argc > 1 ? atoi(argv[1]) : 30;
    static unsigned char h[W * H];
    memset(h, 0, sizeof h);
    h[1] = h[W + 2] = h[2 * W] = h[2 * W + 1] = h[2 * W + 2] = 1;   /* glider */
    unsigned char *a, *b;
    cudaMalloc(&a, W * H);
    cudaMalloc(&b, W * H);
    cudaMemcpy(a, h, W * H, cudaMemcpyHostToDevice);
    for (int g = 0; g < gens; g++) {
        life<<<8, 128>>>(a, b);
        unsigned char *t = a; a = b; b = t;
    }
    cudaMemcpy(h, a, W * H, cudaMemcpyDeviceToHost);
    int pop = 0;
    for (int i = 0; i < W * H; i++) pop += h[i];
    printf("population %d\n", pop);
    cudaFree(a); cudaFree(b);
    return 0;
}
