#include <stdio.h>
#include <cuda_runtime.h>

#define LEN 256

__device__ int mailbox[LEN];
__device__ volatile int full = 0;

/* block 0 makes the data, block 1 waits for it and uses it */
__global__ void handOver(const int *in, int *out)
{
    int t = threadIdx.x;

    if (blockIdx.x == 0) {
        mailbox[t] = in[t] * in[t];
        __syncthreads();
        if (t == 0)
            full = 1;
    } else {
        if (t == 0) {
            while (full == 0)
                ;
            __threadfence();
        }
        __syncthreads();
        out[t] = ((volatile int *)mailbox)[LEN - 1 - t];
    }
}

int main(void)
{
    int *in, *out;
    int bad = 0;

    cudaMallocManaged(&in, LEN * sizeof(int));
    cudaMallocManaged(&out, LEN * sizeof(int));
    for (int i = 0; i < LEN; i++)
        in[i] = i + 1;

    handOver<<<2, LEN>>>(in, out);
    cudaDeviceSynchronize();

    for (int i = 0; i < LEN; i++)
        if (out[i] != (LEN - i) * (LEN - i))
            bad++;
    printf("bad = %d\n", bad);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
