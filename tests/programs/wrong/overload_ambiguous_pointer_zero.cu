#include <cstdio>
#include <cuda_runtime.h>

__global__ void zeroInts(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0; }
__global__ void zeroFloats(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0.f; }

const int COUNT = 640;

bool reset(int *p)
{
    if (!p) return false;
    zeroInts<<<COUNT / 64, 64>>>(p, COUNT);
    return true;
}

bool reset(float *p)
{
    if (!p) return false;
    zeroFloats<<<COUNT / 64, 64>>>(p, COUNT);
    return true;
}

int main()
{
    int *a;
    float *b;
    cudaMalloc(&a, COUNT * sizeof(int));
    cudaMalloc(&b, COUNT * sizeof(float));
    bool ok = reset(a) && reset(b);
    ok = ok && !reset(nullptr); //~ 30:17 ambiguous: reset(int *) and reset(float *) fit nullptr equally well
    cudaDeviceSynchronize();
    printf("%s\n", ok ? "ok" : "bad");
}
