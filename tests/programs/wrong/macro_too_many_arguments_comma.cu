#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOECKE(n) (((n) + 127) / 128)
#define PRUEFE(x) do { if ((x) != cudaSuccess) { printf("Fehler Zeile %d\n", __LINE__); exit(1); } } while (0)

struct Punkt { float x, y, z; };

__global__ void schiebe(Punkt *p, Punkt um, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { p[i].x += um.x; p[i].y += um.y; p[i].z += um.z; }
}

int main(void)
{
    int zeilen = 20, spalten = 64;
    Punkt *p, um = {1, 2, 3};
    PRUEFE(cudaMalloc(&p, zeilen * spalten * sizeof(Punkt)));
    PRUEFE(cudaMemset(p, 0, zeilen * spalten * sizeof(Punkt)));
    schiebe<<<BLOECKE(zeilen, spalten), 128>>>(p, um, zeilen * spalten); //~ 22:15 too many arguments for the macro BLOECKE(n): 1 is wanted, here are 2
    PRUEFE(cudaDeviceSynchronize());
    cudaFree(p);
    return 0;
}
