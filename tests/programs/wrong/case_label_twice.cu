#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void k_add(float *a, float v) { a[threadIdx.x + blockIdx.x * blockDim.x] += v; }
__global__ void k_mul(float *a, float v) { a[threadIdx.x + blockIdx.x * blockDim.x] *= v; }
__global__ void k_set(float *a, float v) { a[threadIdx.x + blockIdx.x * blockDim.x] = v; }

int main(int argc, char **argv)
{
    int op = argc > 1 ? atoi(argv[1]) : 1;
    float *a;
    cudaMalloc(&a, 8 * 128 * sizeof(float));
    switch (op) {
    case 0:
        k_set<<<8, 128>>>(a, 1.0f);
        break;
    case 1:
        k_add<<<8, 128>>>(a, 1.0f);
        break;
    case 1: //~ 21:10 the case 1 stands here a second time (first in line 18)
        k_mul<<<8, 128>>>(a, 2.0f);
        break;
    default:
        fprintf(stderr, "unknown op %d\n", op);
        return 1;
    }
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
