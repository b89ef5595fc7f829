#include <stdio.h>
#include <stdlib.h>

__global__ void power4(float *x, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        float y = x[i] * x[i];
        x[i] = y * y;
    }
}

int main()
{
    int n = 260;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i / 100.0f;
    cudaMalloc((void **)&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    power4<<<(n + 25) / 26, 26>>>(d, n);
    __syncthreads(); //~ 21:5 __syncthreads is for device code; in host code cudaDeviceSynchronize() is meant
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[n - 1]);
    free(h);
    cudaFree(d);
    return 0;
}
