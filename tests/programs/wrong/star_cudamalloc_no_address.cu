#include <stdio.h>
#include <cuda_runtime.h>

__global__ void init(float *a, float v, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) a[t] = v;
}

int main()
{
    const int n = 777;
    float h_a[n];
    float *d_a;
    cudaMalloc(d_a, n * sizeof(float)); //~ 15:16 cudaMalloc wants the address of the pointer (float**), this is float*: write &d_a
    init<<<(n + 31) / 32, 32>>>(d_a, 1.5f, n);
    cudaMemcpy(h_a, d_a, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h_a[0], h_a[n - 1]);
    cudaFree(d_a);
    return 0;
}
