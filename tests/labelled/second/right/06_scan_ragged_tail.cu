#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>

#define BS 128

/* inclusive Hillis-Steele scan of each chunk of BS numbers */
__global__ void chunk_scan(int *data, int n)
{
    __shared__ int buf[BS];
    int t = threadIdx.x;
    int i = blockIdx.x * BS + t;

    if (i < n) buf[t] = data[i];
    __syncthreads();

    for (int off = 1; off < BS; off *= 2) {
        int v = buf[t];
        if (t >= off) v += buf[t - off];
        __syncthreads();
        buf[t] = v;
        __syncthreads();
    }

    if (i < n) data[i] = buf[t];
}

int main(int argc, char **argv)
{
    const int n = 500;
    int h[500];
    int *d;
    int i, err = 0;

    for (i = 0; i < n; i++) h[i] = 1;
    cudaMalloc((void**)&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    chunk_scan<<<(n + BS - 1) / BS, BS>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (i = 0; i < n; i++)
        if (h[i] != i % BS + 1) err++;
    printf("errors: %d\n", err);
    cudaFree(d);
    return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
