#include <stdio.h>
#include <cuda_runtime.h>

#define NUM_BLOCOS 16;
#define NUM_FIOS 64

// cada fio escreve o seu número
__global__ void numera(int *v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = i;
}

int main()
{
    int *v;
    cudaMallocManaged(&v, 16 * NUM_FIOS * sizeof(int));
    numera<<<NUM_BLOCOS, NUM_FIOS>>>(v); //~ 18:14 NUM_BLOCOS is '16;' : the ';' of the #define in line 4 ends the launch here
    cudaDeviceSynchronize();
    printf("%d\n", v[100]);
    cudaFree(v);
    return 0;
}
