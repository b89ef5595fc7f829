// In-place transpose of a square matrix by exchanging tile pairs
#include <cuda_runtime.h>
#include <cstdio>

#define T 16

__global__ void transposeInPlace(int* m, int n)
{
    __shared__ int lo[T][T + 1];
    __shared__ int hi[T][T + 1];
    const int bx = blockIdx.x, by = blockIdx.y;
    if (bx < by) return;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int upR = by * T + ty, upC = bx * T + tx;
    const int dnR = bx * T + ty, dnC = by * T + tx;
    const bool okUp = upR < n && upC < n;
    const bool okDn = dnR < n && dnC < n;

    if (okUp) hi[ty][tx] = m[upR * n + upC];
    if (bx != by && okDn) lo[ty][tx] = m[dnR * n + dnC];
    __syncthreads();

    if (bx == by) {
        if (okUp) m[upR * n + upC] = hi[tx][ty];
    } else {
        if (okUp) m[upR * n + upC] = lo[tx][ty];
        if (okDn) m[dnR * n + dnC] = hi[tx][ty];
    }
}

int main()
{
    const int n = 70;
    static int h[n * n];
    for (int i = 0; i < n * n; ++i) h[i] = i;
    int* d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    dim3 grid((n + T - 1) / T, (n + T - 1) / T);
    transposeInPlace<<<grid, dim3(T, T)>>>(d, n);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[1], h[n]);
    cudaFree(d);
    return 0;
}
