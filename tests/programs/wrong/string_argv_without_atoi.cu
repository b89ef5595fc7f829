#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Monte-Carlo-Pi mit einfachem LCG */
__global__ void wuerfle(unsigned *treffer, int proFaden)
{
    unsigned z = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1u, t = 0;
    for (int i = 0; i < proFaden; i++) {
        z = z * 1664525u + 1013904223u; float x = (z >> 8) / 16777216.0f;
        z = z * 1664525u + 1013904223u; float y = (z >> 8) / 16777216.0f;
        t += x * x + y * y <= 1.0f;
    }
    atomicAdd(treffer, t);
}

int main(int argc, char **argv)
{
    int proFaden = 1000;
    unsigned h = 0, *d;
    if (argc > 1)
        proFaden = argv[1]; //~ 22:20 argv[1] is a string (char*), proFaden is an int: atoi(argv[1])
    cudaMalloc(&d, sizeof *d);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    wuerfle<<<80, 128>>>(d, proFaden);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("pi ~ %f\n", 4.0 * h / (80.0 * 128 * proFaden));
    return 0;
}
