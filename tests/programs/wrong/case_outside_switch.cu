#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void kA(int *p) { p[threadIdx.x] = 1; }
__global__ void kB(int *p) { p[threadIdx.x] = 2; }

int main(int argc, char **argv)
{
    int variante = argc > 1 ? atoi(argv[1]) : 0;
    int *p;
    cudaMalloc(&p, 96 * sizeof(int));
    switch (variante) {
        case 0:
            kA<<<1, 96>>>(p);
            break;
    }
        case 1: //~ 18:9 this case stands in no switch: the '}' before it closes the one of line 13
            kB<<<1, 96>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}
