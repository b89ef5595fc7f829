#include <cstdio>
#include <cuda_runtime.h>

// округление вверх
inline int delitVverh(int chislo, int delitel) { return (chislo + delitel - 1) / delitel; }

__global__ void zapolnit(int *massiv, int kolichestvo, int znachenie)
{
    int nomer = blockIdx.x * blockDim.x + threadIdx.x;
    if (nomer < kolichestvo) massiv[nomer] = znachenie;
}

int main()
{
    const int kolichestvo = 12345;
    const int razmerBloka = 192;
    int *massiv = nullptr;
    cudaMalloc(&massiv, kolichestvo * sizeof(int));
    int bloki = delitVverh(kolichestvo); //~ 19:17 too few arguments: delitVverh(chislo, delitel) wants 2, here is 1
    zapolnit<<<bloki, razmerBloka>>>(massiv, kolichestvo, 7);
    cudaDeviceSynchronize();
    std::printf("blokov: %d\n", bloki);
    cudaFree(massiv);
    return 0;
}
