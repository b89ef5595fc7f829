#include <cstdio>
#include <cuda_runtime.h>

static const int B = 512;

// Hillis-Steele inclusive scan of each block of B numbers.
__global__ void scanBlock(const int *in, int *out)
{
    __shared__ int tmp[2][B];
    const int t = threadIdx.x;
    int cur = 0;

    tmp[cur][t] = in[blockIdx.x * B + t];
    __syncthreads();

    for (int d = 1; d < B; d *= 2) {
        int v = tmp[cur][t];
        if (t >= d)
            v += tmp[cur][t - d];
        tmp[cur ^ 1][t] = v;
        cur ^= 1;
        __syncthreads();
    }
    out[blockIdx.x * B + t] = tmp[cur][t];
}

int main()
{
    const int blocks = 6;
    const int n = blocks * B;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = i % 5;

    scanBlock<<<blocks, B>>>(in, out);
    cudaDeviceSynchronize();

    int bad = 0;
    for (int b = 0; b < blocks; b++) {
        int acc = 0;
        for (int i = 0; i < B; i++) {
            acc += in[b * B + i];
            if (out[b * B + i] != acc) bad++;
        }
    }
    printf("%d bad\n", bad);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
