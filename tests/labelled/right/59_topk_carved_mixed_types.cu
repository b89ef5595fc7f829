#include <cuda_runtime.h>
#include <stdio.h>

/* arg-max per row: values (double) and positions (int) share one dynamic buffer */
__global__ void argmaxRows(const double *m, int cols, double *best, int *where)
{
    extern __shared__ unsigned char raw[];
    double *val = (double *)raw;
    int *pos = (int *)(raw + blockDim.x * sizeof(double));
    const double *row = m + (long long)blockIdx.x * cols;
    unsigned t = threadIdx.x;

    double v = -1e300;
    int p = -1;
    for (int c = t; c < cols; c += blockDim.x)
        if (row[c] > v) { v = row[c]; p = c; }
    val[t] = v;
    pos[t] = p;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s && (val[t + s] > val[t] || (val[t + s] == val[t] && (unsigned)pos[t + s] < (unsigned)pos[t]))) {
            val[t] = val[t + s];
            pos[t] = pos[t + s];
        }
        __syncthreads();
    }
    if (t == 0) { best[blockIdx.x] = val[0]; where[blockIdx.x] = pos[0]; }
}

int main()
{
    const int rows = 21, cols = 50, T = 64;
    static double h[rows * cols], hb[rows];
    int hw[rows];
    for (int i = 0; i < rows * cols; i++) h[i] = (i * 769) % 1009;
    double *m, *b; int *w;
    cudaMalloc(&m, sizeof h); cudaMalloc(&b, sizeof hb); cudaMalloc(&w, sizeof hw);
    cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
    argmaxRows<<<rows, T, T * (sizeof(double) + sizeof(int))>>>(m, cols, b, w);
    cudaMemcpy(hb, b, sizeof hb, cudaMemcpyDeviceToHost);
    cudaMemcpy(hw, w, sizeof hw, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) printf("%d: %g at %d\n", r, hb[r], hw[r]);
    return 0;
}
