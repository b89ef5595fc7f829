#include <cstdio>
#include <cuda_runtime.h>

__global__ void dotPartial(const float *a, const float *b, float *partial, int n)
{
    extern __shared__ float cache[];
    float temp = 0.0f;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        temp += a[i] * b[i];
    cache[threadIdx.x] = temp;
    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}

int main()
{
    const int n = 16384, threads = 256, blocks = 16;
    float *a, *b, *partial;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&partial, blocks * sizeof(float));
    for (int i = 0; i < n; i++) { a[i] = 1.0f; b[i] = 2.0f; }
    dotPartial<<<blocks, threads, threads>>>(a, b, partial, n);
    cudaDeviceSynchronize();
    float c = 0;
    for (int i = 0; i < blocks; i++) c += partial[i];
    printf("dot = %f\n", c);
    cudaFree(a);
    cudaFree(b);
    cudaFree(partial);
    return 0;
}
