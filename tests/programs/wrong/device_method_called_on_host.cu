#include <cstdio>
#include <cuda_runtime.h>

struct Complejo {
    float re, im;
    __device__ float norma2() const { return re * re + im * im; }
};

__global__ void normas(const Complejo *z, float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) r[i] = z[i].norma2();
}

int main()
{
    const int n = 150;
    Complejo *z;
    float *r;
    cudaMallocManaged(&z, n * sizeof(Complejo));
    cudaMallocManaged(&r, n * sizeof(float));
    for (int i = 0; i < n; i++) z[i] = {float(i), -float(i)};
    normas<<<(n + 49) / 50, 50>>>(z, r, n);
    cudaDeviceSynchronize();
    printf("%f %f\n", r[7], z[7].norma2()); //~ 25:34 'norma2' is a __device__ function (line 6) and cannot be called from host code: write __host__ __device__
    return 0;
}
