#include <stdio.h>
#include <cuda_runtime.h>

__global__ void hola()
{
    printf("hola desde el hilo %d del bloque %d\n", threadIdx.x, blockIdx.x);
}

int main()
{
    int bloques = 2;
    int hilos = 4;
    printf("antes\n");
    hola<<<bloques, hilos>>(); //~ 14:26 a '>' is missing: '>>>' closes the launch's numbers
    cudaDeviceSynchronize();
    printf("después\n");
    return 0;
}
