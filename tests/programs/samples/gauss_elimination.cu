/* GAUSS - solution of A x = b by elimination with partial pivoting,
   matrix stored by columns with the right hand side as column n+1.
   The trailing matrix gets smaller in each step and so do the grids. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define A(i,j)  a[(size_t)(j) * lda + (i)]
#define MAX0(a,b) ((a) > (b) ? (a) : (b))

static const int NB = 16;

__global__ void find_pivot(const double *a, int lda, int n, int k, int *ipiv)
{
    __shared__ double best[64];
    __shared__ int    where[64];
    int t = threadIdx.x;
    best[t] = -1.0;
    where[t] = k;
    for (int i = k + t; i < n; i += 64)
        if (fabs(A(i, k)) > best[t]) { best[t] = fabs(A(i, k)); where[t] = i; }
    for (int h = 32; h > 0; h >>= 1) {
        __syncthreads();
        if (t < h && (best[t + h] > best[t] || (best[t + h] == best[t] && where[t + h] < where[t]))) {
            best[t] = best[t + h];
            where[t] = where[t + h];
        }
    }
    if (t == 0) ipiv[k] = where[0];
}

__global__ void swap_rows(double *a, int lda, int k, const int *ipiv, int ncol)
{
    int j = k + blockIdx.x * blockDim.x + threadIdx.x;
    int p = ipiv[k];
    if (j < ncol && p != k) {
        double t = A(k, j);
        A(k, j) = A(p, j);
        A(p, j) = t;
    }
}

__global__ void multipliers(double *a, int lda, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) A(i, k) /= A(k, k);
}

__global__ void eliminate(double *a, int lda, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int j = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j <= n) A(i, j) -= A(i, k) * A(k, j);
}

__global__ void back_column(double *a, int lda, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double xk = A(k, n) / A(k, k);
    if (i < k) A(i, n) -= A(i, k) * xk;
}

__global__ void divide(double *a, int lda, int n, double *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = A(i, n) / A(i, i);
}

int main(int argc, char **argv)
{
    int n = 75, lda, k;
    double *a, *d_a, *d_x, *x, err;
    int *d_ipiv;

    if (argc > 1) n = atoi(argv[1]);
    lda = (n + 7) / 8 * 8;
    a = (double *)calloc((size_t)lda * (n + 1), sizeof(double));
    x = (double *)malloc(n * sizeof(double));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) A(i, j) = cos(1.0 + i * j) + (i == j ? 0.01 * n : 0.0);
    for (int i = 0; i < n; i++) {
        A(i, n) = 0.0;
        for (int j = 0; j < n; j++) A(i, n) += A(i, j) * (j + 1);
    }

    cudaMalloc((void **)&d_a, sizeof(double) * lda * (n + 1));
    cudaMalloc((void **)&d_x, n * sizeof(double));
    cudaMalloc((void **)&d_ipiv, n * sizeof(int));
    cudaMemcpy(d_a, a, sizeof(double) * lda * (n + 1), cudaMemcpyHostToDevice);

    for (k = 0; k < n - 1; k++) {
        int rest = n - 1 - k;
        dim3 threads(NB, NB), blocks((rest + NB - 1) / NB, (rest + 1 + NB - 1) / NB);
        find_pivot<<<1, 64>>>(d_a, lda, n, k, d_ipiv);
        swap_rows<<<(n + 1 - k + 63) / 64, 64>>>(d_a, lda, k, d_ipiv, n + 1);
        multipliers<<<(rest + 31) / 32, 32>>>(d_a, lda, n, k);
        eliminate<<<blocks, threads>>>(d_a, lda, n, k);
    }
    for (k = n - 1; k >= 0; k--)
        back_column<<<MAX0(1, (k + 31) / 32), 32>>>(d_a, lda, n, k);
    divide<<<(n + 31) / 32, 32>>>(d_a, lda, n, d_x);
    if (cudaGetLastError() != cudaSuccess) { printf("LAUNCH ERROR\n"); return 1; }

    cudaMemcpy(x, d_x, n * sizeof(double), cudaMemcpyDeviceToHost);
    err = 0.0;
    for (int i = 0; i < n; i++) err = fmax(err, fabs(x[i] - (i + 1)));
    printf("N = %d   MAX ERROR = %.3E   %s\n", n, err, err < 1e-6 ? "O.K." : "FAILED");
    cudaFree(d_a); cudaFree(d_x); cudaFree(d_ipiv);
    free(a); free(x);
    return err < 1e-6 ? 0 : 1;
}
