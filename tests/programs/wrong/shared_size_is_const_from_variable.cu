#include <stdio.h>
#include <cuda_runtime.h>

#define RADIO 3

__global__ void stencil(const int *in, int *out, int n)
{
    const int ancho = blockDim.x + 2 * RADIO;
    __shared__ int temp[ancho]; //~ 9:25 the size of a __shared__ array has to be a constant: 'ancho' is const, but comes from blockDim.x
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int l = threadIdx.x + RADIO;
    temp[l] = g < n ? in[g] : 0;
    if (threadIdx.x < RADIO) {
        temp[l - RADIO] = g >= RADIO ? in[g - RADIO] : 0;
        temp[l + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0;
    }
    __syncthreads();
    int s = 0;
    for (int k = -RADIO; k <= RADIO; k++) s += temp[l + k];
    if (g < n && l + RADIO < ancho) out[g] = s;
}

int main(void)
{
    int n = 10240, *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = 1;
    stencil<<<n / 128, 128>>>(in, out, n);
    cudaDeviceSynchronize();
    printf("%d\n", out[500]);
    return 0;
}
