#include <cstdio>
#include <cuda_runtime.h>

__global__ void sgdStep(float *__restrict__ w, const float *__restrict__ grad, float lr, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
        w[i] -= lr * grad[i];
    }
}

int main()
{
    const int n = 3000;
    float *w, *grad;
    cudaMallocManaged(&w, n * sizeof(float));
    cudaMallocManaged(&grad, n * sizeof(float));
    for (int i = 0; i < n; ++i) {
        w[i] = 1.0f;
        grad[i] = 0.5f;
    }
    const int numBlocks = 8, blockSize = 128;

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    sgdStep<<<numBlocks, blockSize>>>(w, grad, 0.1f, n);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);

    printf("w[0] = %f, w[n-1] = %f (%f ms)\n", w[0], w[n - 1], ms);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(w);
    cudaFree(grad);
    return 0;
}
