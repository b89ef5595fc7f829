#include <stdio.h>
#include <cuda_runtime.h>

__global__ void argMin(const float *v, int *where, int rowLen)
{
    extern __shared__ unsigned char pool[];
    float *val = (float *)pool;
    int   *pos = (int *)(val + blockDim.x);
    const float *row = v + (size_t)blockIdx.x * rowLen;
    int t = threadIdx.x;

    float m = 1e30f;
    int p = -1;
    for (int c = t; c < rowLen; c += blockDim.x)
        if (row[c] < m) { m = row[c]; p = c; }
    val[t] = m;
    pos[t] = p;

    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        __syncthreads();
        if (t < h) {
            if (val[t + h] < val[t]) {
                val[t] = val[t + h];
                pos[t] = pos[t + h];
            }
        }
    }
    if (t == 0)
        where[blockIdx.x] = pos[0];
}

int main(void)
{
    const int rows = 10, cols = 777;
    const int threads = 128;
    float *v;
    int *where;
    cudaMallocManaged(&v, rows * cols * sizeof(float));
    cudaMallocManaged(&where, rows * sizeof(int));
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            v[r * cols + c] = (c == 13 * r + 5) ? -1.0f : (float)c;
    argMin<<<rows, threads, threads * (sizeof(float) + sizeof(int))>>>(v, where, cols);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++)
        printf("row %d: column %d\n", r, where[r]);
    cudaFree(v);
    cudaFree(where);
    return 0;
}
