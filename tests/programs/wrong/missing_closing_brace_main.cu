#include <stdio.h>
#include <cuda_runtime.h>

#define N 100

__global__ void cube(int *a)
{
    int i = threadIdx.x;
    if (i < N) a[i] = a[i] * a[i] * a[i];
}

int main(void)
{
    int a[N], *d;
    cudaMalloc(&d, sizeof(a));
    for (int i = 0; i < N; i++) {
        a[i] = i;
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    cube<<<1, 128>>>(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
    printf("%d\n", a[9]);
    cudaFree(d);
    return 0;
}
//~ 24:2 the file ends within main: a '}' is missing (by the indentation, that of the for in line 16)
