#include <cstdio>
#include <cuda_runtime.h>

__global__ void addScalar(double *v, double s, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v[i] += s;
}

void avvia(double *v, int n)
{
    int n = 4096; //~ 12:9 'n' is already a parameter of avvia
    addScalar<<<8, 128>>>(v, 1.0, n);
}

int main()
{
    double *v;
    cudaMalloc(&v, 4096 * sizeof(double));
    cudaMemset(v, 0, 4096 * sizeof(double));
    avvia(v, 4096);
    cudaDeviceSynchronize();
    cudaFree(v);
    return 0;
}
