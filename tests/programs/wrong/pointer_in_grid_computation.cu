#include <cstdio>
#include <cuda_runtime.h>

__global__ void xorKey(unsigned *buf, unsigned key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) buf[i] ^= key;
}

void encrypt(unsigned *buf, int n) {
    const int per = 224;
    dim3 grid((buf + per - 1) / per); //~ 11:16 a pointer (buf) cannot be divided: n + per - 1 is meant
    xorKey<<<grid, per>>>(buf, 0xDEADBEEFu, n);
}

int main() {
    unsigned *buf;
    int n = 10007;
    cudaMalloc(&buf, n * sizeof *buf);
    cudaMemset(buf, 0, n * sizeof *buf);
    encrypt(buf, n);
    encrypt(buf, n);
    cudaDeviceSynchronize();
    cudaFree(buf);
}
