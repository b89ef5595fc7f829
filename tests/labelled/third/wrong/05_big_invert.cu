#include <stdio.h>
#include <cuda_runtime.h>

// Inverts all bits of a long recording, one byte per thread.
__global__ void invert(unsigned char *rec, long long n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rec[i] = (unsigned char)~rec[i];
}

int main()
{
    const long long n = 3000000000LL;
    const int threads = 256;
    const unsigned int blocks = (unsigned int)((n + threads - 1) / threads);
    unsigned char *rec;
    unsigned char probe[2] = {0, 0};

    if (cudaMalloc((void **)&rec, n) != cudaSuccess) {
        printf("not enough memory\n");
        return 1;
    }
    cudaMemset(rec, 0x0f, n);

    invert<<<blocks, threads>>>(rec, n);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));

    cudaMemcpy(&probe[0], rec, 1, cudaMemcpyDeviceToHost);
    cudaMemcpy(&probe[1], rec + n - 1, 1, cudaMemcpyDeviceToHost);
    printf("%02x %02x\n", probe[0], probe[1]);
    cudaFree(rec);
    return 0;
}
