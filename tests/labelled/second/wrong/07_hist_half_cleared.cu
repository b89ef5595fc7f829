#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define NBINS 256

__global__ void histo(const unsigned char *buf, long size, unsigned int *result)
{
    __shared__ unsigned int temp[NBINS];
    if (threadIdx.x < NBINS)
        temp[threadIdx.x] = 0;
    __syncthreads();

    long i = threadIdx.x + blockIdx.x * blockDim.x;
    long offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buf[i]], 1);
        i += offset;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < NBINS; b += blockDim.x)
        atomicAdd(&result[b], temp[b]);
}

int main()
{
    const long SIZE = 60000;
    std::vector<unsigned char> h(SIZE);
    for (long i = 0; i < SIZE; i++) h[i] = (unsigned char)(i * 131 >> 3);

    unsigned char *d_buf;
    unsigned int *d_res, res[NBINS];
    cudaMalloc(&d_buf, SIZE);
    cudaMalloc(&d_res, NBINS * sizeof(unsigned int));
    cudaMemcpy(d_buf, h.data(), SIZE, cudaMemcpyHostToDevice);
    cudaMemset(d_res, 0, NBINS * sizeof(unsigned int));

    histo<<<16, 128>>>(d_buf, SIZE, d_res);

    cudaMemcpy(res, d_res, sizeof(res), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < NBINS; i++) sum += res[i];
    printf("Histogram sum: %ld\n", sum);
    cudaFree(d_buf);
    cudaFree(d_res);
    return 0;
}
