#include <stdio.h>
#include <cuda_runtime.h>

__global__ void invertir(int *d, int n)
{
    __shared__ int s[n]; //~ 6:22 the size of a __shared__ array has to be a constant, n is a parameter: extern __shared__ int s[] and a third number at the launch
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    d[t] = s[n - t - 1];
}

int main(void)
{
    const int n = 64;
    int a[n], *d;
    for (int i = 0; i < n; i++) a[i] = i;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
    invertir<<<1, n>>>(d, n);
    cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", a[0]);
    cudaFree(d);
    return 0;
}
