#include <cstdio>
#include <cuda_runtime.h>

static int globaleNummer() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void quadrate(long long *q, int n)
{
    int i = globaleNummer(); //~ 7:13 'globaleNummer' is a host function (line 4 lacks __device__) and cannot be called from a kernel
    if (i < n) q[i] = (long long)i * i;
}

int main()
{
    const int n = 70000;
    long long *q;
    cudaMallocManaged(&q, n * sizeof(long long));
    quadrate<<<(n + 255) / 256, 256>>>(q, n);
    cudaDeviceSynchronize();
    printf("%lld\n", q[n - 1]);
    cudaFree(q);
    return 0;
}
