#include <stdio.h>
#include <cuda_runtime.h>

__global__ void collatz(const unsigned *x, int *stufen, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = x[i];
    int s = 0;
    while (v > 1) { v = v & 1 ? 3 * v + 1 : v / 2; s++; }
    stufen[i] = s;
}

int main(void)
{
    enum { N = 1000 };
    unsigned *x;
    int *stufen, treffer = -1;
    cudaMallocManaged(&x, N * sizeof(unsigned));
    cudaMallocManaged(&stufen, N * sizeof(int));
    for (int i = 0; i < N; i++) x[i] = i + 1;
    collatz<<<(N + 63) / 64, 64>>>(x, stufen, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        if (stufen[i] > 100)
            treffer = i;
    break; //~ 27:5 this break stands behind the loop of line 24 (which has no braces), not in it
    printf("erster Treffer: %d\n", treffer + 1);
    return 0;
}
