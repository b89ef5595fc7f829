#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void scan(int *x, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = t < n ? x[t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t < n) x[t] = s[t];
}

int main(void)
{
    int n = 1000;
    int *d;
    int *scan = (int *)malloc(n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 0, n * sizeof(int));
    scan<<<1, 1024, 1024 * sizeof(int)>>>(d, n); //~ 27:5 'scan' is here the variable of line 24 (int*), which hides the kernel 'scan': give the variable another name
    cudaMemcpy(scan, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", scan[n - 1]);
    free(scan);
    cudaFree(d);
    return 0;
}
