#include <cstdio>
#include <cuda_runtime.h>

using sample_t = signed char;

__global__ void applyTable(const sample_t *in, int *out, const int *centre, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        int s = in[i];
        out[i] = centre[s];
    }
}

int main()
{
    const int n = 2000;
    const int half = 128;
    sample_t *in;
    int *out, *table;
    cudaMallocManaged(&in, n * sizeof(sample_t));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&table, 2 * half * sizeof(int));

    for (int k = -half; k < half; ++k)
        table[k + half] = k * k;
    for (int i = 0; i < n; ++i)
        in[i] = (sample_t)(i % 256 - 128);

    const int threads = 250;
    applyTable<<<n / threads, threads>>>(in, out, table + half, n);
    cudaDeviceSynchronize();

    printf("%d -> %d\n", (int)in[0], out[0]);
    printf("%d -> %d\n", (int)in[255], out[255]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(table);
    return 0;
}
