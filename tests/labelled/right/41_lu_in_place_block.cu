// LU decomposition (Doolittle, no pivoting) of a small matrix by a single block
#include <stdio.h>
#include <math.h>
#include <cuda_runtime.h>

#define ORDER 40

__global__ void lu(double *a, int n)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int k = 0; k < n - 1; k++) {
        if (ty == 0)
            for (int i = k + 1 + tx; i < n; i += blockDim.x)
                a[i * n + k] /= a[k * n + k];
        __syncthreads();
        for (int i = k + 1 + ty; i < n; i += blockDim.y)
            for (int j = k + 1 + tx; j < n; j += blockDim.x)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        __syncthreads();
    }
}

int main()
{
    static double h[ORDER * ORDER];
    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j < ORDER; j++)
            h[i * ORDER + j] = i == j ? ORDER : 1.0 / (1 + i + j);
    double *d;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    lu<<<1, dim3(16, 16)>>>(d, ORDER);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    double det = 1;
    for (int i = 0; i < ORDER; i++) det *= h[i * ORDER + i];
    printf("log det = %f\n", log(fabs(det)));
    cudaFree(d);
    return 0;
}
