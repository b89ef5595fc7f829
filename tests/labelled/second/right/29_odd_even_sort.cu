#include <cstdio>
#include <cuda_runtime.h>

const int LEN = 1001;

__global__ void oddEvenPhase(int *a, int n, int phase)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 * p + phase;
    if (i + 1 < n && a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
    }
}

int main()
{
    int *a;
    cudaMallocManaged(&a, LEN * sizeof(int));
    for (int i = 0; i < LEN; i++) a[i] = (i * 577) % 1009;

    int pairs = (LEN + 1) / 2;
    int threads = 64;
    int blocks = (pairs + threads - 1) / threads;
    for (int s = 0; s < LEN; s++)
        oddEvenPhase<<<blocks, threads>>>(a, LEN, s & 1);
    cudaDeviceSynchronize();

    int inv = 0;
    for (int i = 1; i < LEN; i++) inv += a[i - 1] > a[i];
    printf("%d inversions left\n", inv);
    cudaFree(a);
    return inv;
}
