#include <stdio.h>
#include <cuda_runtime.h>

__global__ void ginti(const int *suchi, int sankhya, int *kul)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < sankhya && suchi[i] > 0) atomicAdd(kul, 1);
}

int main(void)
{
    const int sankhya = 300;
    int *suchi;
    __device__ int kul[1]; //~ 14:20 a __device__ variable cannot be declared within a host function: put it outside or use cudaMalloc
    cudaMallocManaged(&suchi, sankhya * sizeof(int));
    for (int i = 0; i < sankhya; i++) suchi[i] = i % 5 - 2;
    ginti<<<(sankhya + 63) / 64, 64>>>(suchi, sankhya, kul);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(suchi);
    return 0;
}
