#include <stdio.h>
#include <cuda_runtime.h>

__global__ void reverse(int *d, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    d[t] = s[n - 1 - t];
}

int main(void)
{
    int n = 64, a[64], *d;
    for (int i = 0; i < n; i++) a[i] = i;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
    reverse<<<1, n, n * sizeof(int)>>>(d, n);
    cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    if (a[0] == n - 1)
        printf("reversed\n");
        cudaFree(d);
    else //~ 24:5 there is no if for this else: the if of line 21 ends with its first statement, braces are missing
        printf("wrong: %d\n", a[0]);
    return 0;
}
