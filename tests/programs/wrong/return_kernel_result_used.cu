#include <stdio.h>
#include <cuda_runtime.h>

__global__ void quersumme(const int *z, int *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int s = 0;
    for (int v = z[i]; v > 0; v /= 10) s += v % 10;
    q[i] = s;
}

int main(void)
{
    int n = 96, *z, *q;
    cudaMallocManaged(&z, n * sizeof(int));
    cudaMallocManaged(&q, n * sizeof(int));
    for (int i = 0; i < n; i++) z[i] = i * i;
    int fehler = quersumme<<<3, 32>>>(z, q, n); //~ 19:18 a launch gives no value (kernels return void), so it cannot initialise an int
    cudaDeviceSynchronize();
    printf("%d %d\n", fehler, q[95]);
    return 0;
}
