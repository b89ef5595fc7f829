#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct CSR {
    int rows, nnz;
    int *ptr, *col;
    float *val;
};

__global__ void spmv(const int *ptr, const int *col, const float *val, const float *x, float *y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; k++) s += val[k] * x[col[k]];
    y[r] = s;
}

static CSR tridiagonal(int n)
{
    CSR m;
    m.rows = n;
    m.nnz = 3 * n;
    cudaMallocManaged(&m.ptr, (n + 1) * sizeof(int));
    cudaMallocManaged(&m.col, m.nnz * sizeof(int));
    cudaMallocManaged(&m.val, m.nnz * sizeof(float));
    for (int i = 0; i <= n; i++) m.ptr[i] = 3 * i;
    for (int k = 0; k < m.nnz; k++) { m.col[k] = (k / 3 + k % 3) % n; m.val[k] = 1.0f; }
    return m;
}

int main()
{
    CSR m = tridiagonal(5000);
    float *x, *y, *h;
    cudaMalloc(&x, m.rows * sizeof(float));
    cudaMalloc(&y, m.rows * sizeof(float));
    cudaMemset(x, 0, m.rows * sizeof(float));
    spmv<<<(m.rows + 255) / 256, 256>>>(m.ptr, m.col, m.val, x, y, m.rows);
    h = malloc(m.rows * sizeof(float)); //~ 41:9 malloc gives a void*: in C++ a cast is needed, (float *)malloc(...)
    cudaMemcpy(h, y, m.rows * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
    free(h);
    return 0;
}
