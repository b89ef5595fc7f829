// LU factorisation of several 24x24 matrices, one per block
#include <stdio.h>
#include <cuda_runtime.h>

#define ORD 24
#define CNT 3

__global__ void luKernel(float *mats)
{
    __shared__ float a[ORD][ORD + 1];
    const int c = threadIdx.x, r = threadIdx.y;
    float *m = mats + blockIdx.x * ORD * ORD;

    a[r][c] = m[r * ORD + c];
    __syncthreads();

    for (int k = 0; k < ORD - 1; k++) {
        if (c == k && r > k)
            a[r][k] /= a[k][k];
        if (r > k && c > k)
            a[r][c] -= a[r][k] * a[k][c];
        __syncthreads();
    }
    m[r * ORD + c] = a[r][c];
}

int main()
{
    static float h[CNT * ORD * ORD];
    for (int q = 0; q < CNT; q++)
        for (int i = 0; i < ORD; i++)
            for (int j = 0; j < ORD; j++)
                h[(q * ORD + i) * ORD + j] = i == j ? 30.0f + q : 1.0f / (i + j + 1);
    float *d;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    luKernel<<<CNT, dim3(ORD, ORD)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("u(23,23) = %f\n", h[ORD * ORD - 1]);
    cudaFree(d);
    return 0;
}
