#include <stdio.h>
#include <cuda_runtime.h>

#define ELEMS 1024

/* exclusive prefix sum, two elements per thread */
__global__ void prescan(int *g_out, const int *g_in)
{
    __shared__ int temp[ELEMS];
    int thid = threadIdx.x;
    int base = blockIdx.x * ELEMS;
    int offset = 1;

    temp[2 * thid]     = g_in[base + 2 * thid];
    temp[2 * thid + 1] = g_in[base + 2 * thid + 1];

    for (int d = ELEMS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }

    if (thid == 0) temp[ELEMS - 1] = 0;

    for (int d = 1; d < ELEMS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();

    g_out[base + 2 * thid]     = temp[2 * thid];
    g_out[base + 2 * thid + 1] = temp[2 * thid + 1];
}

int main(void)
{
    const int parts = 3;
    int *in, *out;
    cudaMallocManaged(&in, parts * ELEMS * sizeof(int));
    cudaMallocManaged(&out, parts * ELEMS * sizeof(int));
    for (int i = 0; i < parts * ELEMS; i++)
        in[i] = i & 3;
    prescan<<<parts, ELEMS / 2>>>(out, in);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1023], out[3 * ELEMS - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
