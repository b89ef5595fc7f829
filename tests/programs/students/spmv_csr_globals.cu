/* sparse matrix times vector, CSR; tridiagonal-ish test matrix.
   everything global, like the old days */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

int n = 3000, nnz;
int *ia, *ja;
double *va, *x, *y, *z;
int *d_ia, *d_ja;
double *d_va, *d_x, *d_y;
int nt = 96;

__global__ void spmv_scalar(int n, const int *ia, const int *ja, const double *a, const double *x, double *y)
{
    int r = threadIdx.x + blockIdx.x * blockDim.x;
    if (r < n) {
        double s = 0;
        for (int k = ia[r]; k < ia[r + 1]; k++)
            s += a[k] * x[ja[k]];
        y[r] = s;
    }
}

/* 8 threads for a row */
__global__ void spmv_vector(int n, const int *ia, const int *ja, const double *a, const double *x, double *y)
{
    int g = (threadIdx.x + blockIdx.x * blockDim.x) / 8;
    int l = threadIdx.x & 7;
    double s = 0;
    if (g < n)
        for (int k = ia[g] + l; k < ia[g + 1]; k += 8)
            s += a[k] * x[ja[k]];
    for (int o = 4; o; o >>= 1)
        s += __shfl_down_sync(0xffffffff, s, o, 8);
    if (l == 0 && g < n)
        y[g] = s;
}

void build(void)
{
    ia = (int *)malloc((n + 1) * sizeof(int));
    ja = (int *)malloc(5 * n * sizeof(int));
    va = (double *)malloc(5 * n * sizeof(double));
    int off[5] = {-50, -1, 0, 1, 50};
    nnz = 0;
    for (int i = 0; i < n; i++) {
        ia[i] = nnz;
        for (int k = 0; k < 5; k++) {
            int j = i + off[k];
            if (j < 0 || j >= n)
                continue;
            ja[nnz] = j;
            va[nnz] = k == 2 ? 4.0 : -1.0;
            nnz++;
        }
    }
    ia[n] = nnz;
}

int differs(void)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        if (fabs(y[i] - z[i]) > 1e-10)
            c++;
    return c;
}

int main(void)
{
    build();
    x = (double *)malloc(n * sizeof(double));
    y = (double *)malloc(n * sizeof(double));
    z = (double *)malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        x[i] = sin(0.01 * i);
    for (int i = 0; i < n; i++) {
        z[i] = 0;
        for (int k = ia[i]; k < ia[i + 1]; k++)
            z[i] += va[k] * x[ja[k]];
    }

    cudaMalloc(&d_ia, (n + 1) * sizeof(int));
    cudaMalloc(&d_ja, nnz * sizeof(int));
    cudaMalloc(&d_va, nnz * sizeof(double));
    cudaMalloc(&d_x, n * sizeof(double));
    cudaMalloc(&d_y, n * sizeof(double));
    cudaMemcpy(d_ia, ia, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_ja, ja, nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_va, va, nnz * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice);

    spmv_scalar<<<(n + nt - 1) / nt, nt>>>(n, d_ia, d_ja, d_va, d_x, d_y);
    cudaMemcpy(y, d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    int e1 = differs();

    nt = nt * 2;
    cudaMemset(d_y, 0, n * sizeof(double));
    spmv_vector<<<(8 * n + nt - 1) / nt, nt>>>(n, d_ia, d_ja, d_va, d_x, d_y);
    cudaMemcpy(y, d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    int e2 = differs();

    printf("n=%d nnz=%d  scalar: %d wrong  vector: %d wrong\n", n, nnz, e1, e2);
    cudaFree(d_ia); cudaFree(d_ja); cudaFree(d_va); cudaFree(d_x); cudaFree(d_y);
    free(ia); free(ja); free(va); free(x); free(y); free(z);
    return e1 + e2 != 0;
}
