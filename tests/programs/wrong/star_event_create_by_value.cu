#include <stdio.h>
#include <cuda_runtime.h>

// Zeitmessung eines leeren und eines vollen Kernels
__global__ void leer() {}

__global__ void voll(float *x, int wiederholungen)
{
    float s = threadIdx.x;
    for (int i = 0; i < wiederholungen; i++) s = s * 1.0001f + 0.5f;
    x[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

int main(void)
{
    cudaEvent_t anfang, ende;
    float zeit, *x;
    cudaMalloc(&x, 64 * 256 * sizeof(float));
    cudaEventCreate(anfang); //~ 19:21 cudaEventCreate wants a cudaEvent_t*, this is the event itself: write &anfang
    cudaEventCreate(&ende);
    leer<<<1, 1>>>();
    cudaEventRecord(anfang);
    voll<<<64, 256>>>(x, 1000);
    cudaEventRecord(ende);
    cudaEventSynchronize(ende);
    cudaEventElapsedTime(&zeit, anfang, ende);
    printf("%f ms\n", zeit);
    return 0;
}
