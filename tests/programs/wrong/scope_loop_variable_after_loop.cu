#include <stdio.h>
#include <cuda_runtime.h>

__global__ void halve(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 0.5f;
}

int main(void)
{
    int n = 1 << 12;
    float *x, h = 0.f;
    cudaMalloc(&x, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    for (int step = 0; step < 10; step++) {
        halve<<<n / 64, 64>>>(x, n);
        cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
        if (h < 1e-3f)
            break;
    }
    printf("stopped after %d steps, %g\n", step, h); //~ 22:44 'step' of the loop in line 16 is no longer known after it
    cudaFree(x);
    return 0;
}
