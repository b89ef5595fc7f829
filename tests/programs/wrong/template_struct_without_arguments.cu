#include <cstdio>
#include <cuda_runtime.h>

template <typename T, int N>
struct Tampon {
    T *d;
    static const int taille = N;
    void alloue() { cudaMalloc(&d, N * sizeof(T)); cudaMemset(d, 0, N * sizeof(T)); }
    void libere() { cudaFree(d); }
};

__global__ void remplit(short *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = (short)(i % 1000);
}

int main()
{
    Tampon<short> t; //~ 20:12 too few template arguments: Tampon<T, N> wants 2, here is 1 (N is missing)
    t.alloue();
    remplit<<<(t.taille + 179) / 180, 180>>>(t.d, t.taille);
    cudaDeviceSynchronize();
    t.libere();
    return 0;
}
