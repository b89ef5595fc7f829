#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__global__ void setAll(T *p, T v, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}

template <typename T>
T *newArray(size_t n)
{
    T *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}

int main()
{
    const size_t n = 6000;
    double *d = newArray(n); //~ 22:17 the template argument T of newArray cannot be found from the arguments: write newArray<double>(n)
    setAll<<<(n + 239) / 240, 240>>>(d, 1.25, n);
    cudaDeviceSynchronize();
    cudaFree(d);
    std::puts("ok");
}
