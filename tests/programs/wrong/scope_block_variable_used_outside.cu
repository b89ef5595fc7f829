#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NB_FILS 128

__global__ void compte_zeros(const int *t, int n, int *res)
{
    int i = blockIdx.x * NB_FILS + threadIdx.x;
    if (i < n && t[i] == 0) atomicAdd(res, 1);
}

int main(int argc, char **argv)
{
    int n = 5000, *t, *res;
    if (argc > 1) {
        n = atoi(argv[1]);
        int nb_blocs = (n + NB_FILS - 1) / NB_FILS;
        printf("%d blocs\n", nb_blocs);
    }
    cudaMallocManaged(&t, n * sizeof(int));
    cudaMallocManaged(&res, sizeof(int));
    *res = 0;
    for (int i = 0; i < n; i++) t[i] = rand() % 4;
    // lancement du noyau
    compte_zeros<<<nb_blocs, NB_FILS>>>(t, n, res); //~ 26:20 'nb_blocs' is not known here: it was declared within the if's braces (line 18)
    cudaDeviceSynchronize();
    printf("%d zéros\n", *res);
    return 0;
}
