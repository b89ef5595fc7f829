#include <stdio.h>
#include <cuda_runtime.h>

__global__ void sumaVectores(const int *a, const int *b, int *c, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) c[tid] = a[tid] + b[tid];
}

int main(void)
{
    const int n = 50;
    int a[n], b[n], c[n];
    int *d_a, *d_b, *d_c;
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = i * i; }
    cudaMalloc(&d_a, n * sizeof(int));
    cudaMalloc(&d_b, n * sizeof(int));
    cudaMalloc(&d_c, n * sizeof(int));
    cudaMemcpy(d_a, a, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, n * sizeof(int), cudaMemcpyHostToDevice);
    // lanzamos el kernel con un solo bloque
    sumarVectores<<<1, n>>>(d_a, d_b, d_c, n); //~ 22:5 there is no kernel 'sumarVectores': did you mean 'sumaVectores'?
    cudaMemcpy(c, d_c, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 10) printf("%d + %d = %d\n", a[i], b[i], c[i]);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
    return 0;
}
