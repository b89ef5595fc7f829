#include <stdio.h>
#include <cuda_runtime.h>

#define SZ 40

__global__ void gpuDiff(const int *a, int *b)
{
    int i = threadIdx.x;
    if (i + 1 < SZ) b[i] = a[i + 1] - a[i];
}

void cpuDiff(const int *a, int *b)
{
    for (threadIdx.x = 0; threadIdx.x + 1 < SZ; threadIdx.x++) { //~ 14:10 threadIdx exists only in device code and cannot be assigned to: a loop variable of your own is needed here
        int i = threadIdx.x;
        b[i] = a[i + 1] - a[i];
    }
}

int main(void)
{
    int a[SZ], b[SZ], ref[SZ], *da, *db, bad = 0;
    for (int i = 0; i < SZ; i++) a[i] = i * i;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    gpuDiff<<<1, SZ>>>(da, db);
    cudaMemcpy(b, db, sizeof(b), cudaMemcpyDeviceToHost);
    cpuDiff(a, ref);
    for (int i = 0; i + 1 < SZ; i++) bad += b[i] != ref[i];
    printf("%d wrong\n", bad);
    return bad;
}
