#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* For every x find the last index with edges[index] <= x */
__global__ void locate(const float *edges, int m, const float *x, int *idx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int lo = 0, hi = m - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (edges[mid] <= x[i])
            lo = mid;
        else
            hi = mid - 1;
    }
    idx[i] = lo;
}

int main()
{
    const int m = 65, n = 400;
    float e[m], *hx = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < m; i++) e[i] = (float)i;
    for (int i = 0; i < n; i++) hx[i] = (i * 37 % 640) * 0.1f;
    float *de, *dx; int *di;
    int *hi = (int *)malloc(n * sizeof(int));
    cudaMalloc(&de, sizeof e);
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&di, n * sizeof(int));
    cudaMemcpy(de, e, sizeof e, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, hx, n * sizeof(float), cudaMemcpyHostToDevice);
    locate<<<(n + 63) / 64, 64>>>(de, m, dx, di, n);
    cudaMemcpy(hi, di, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%f lies in interval %d\n", hx[3], hi[3]);
    free(hx); free(hi);
    return 0;
}
