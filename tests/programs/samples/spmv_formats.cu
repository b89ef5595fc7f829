/*
 * Sparse matrix - vector product of a 5-point Laplacian in three storage
 * formats: CSR with a thread per row, CSR with a warp per row, and ELLPACK
 * stored by columns.  All formats live in one struct of device pointers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#ifndef GRID_SIDE
#define GRID_SIDE 90
#endif
#define WARP 32
#define MAX_PER_ROW 5

#define CUDA_CALL(f, ...)                                                       \
    do {                                                                        \
        cudaError_t rc_ = f(__VA_ARGS__);                                       \
        if (rc_ != cudaSuccess) {                                               \
            fprintf(stderr, "%s: %s\n", #f, cudaGetErrorString(rc_));           \
            abort();                                                            \
        }                                                                       \
    } while (0)

typedef double real;

struct csr_t { int rows, nnz; int *ptr; int *col; real *val; };
struct ell_t { int rows, width, ld; int *col; real *val; };

__global__ void spmv_csr_scalar(int rows, const int *ptr, const int *col, const real *val, const real *x, real *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    real s = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; ++k) s += val[k] * x[col[k]];
    y[r] = s;
}

__global__ void spmv_csr_vector(csr_t A, const real *x, real *y)
{
    const int lane = threadIdx.x & (WARP - 1);
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    real s = 0;
    if (row < A.rows)
        for (int k = A.ptr[row] + lane; k < A.ptr[row + 1]; k += WARP) s += A.val[k] * x[A.col[k]];
    for (int d = WARP / 2; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
    if (row < A.rows && lane == 0) y[row] = s;
}

__global__ void spmv_ell(ell_t A, const real *__restrict__ x, real *__restrict__ y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < A.rows) {
        real s = 0;
        for (int j = 0; j < A.width; ++j) {
            int c = A.col[j * A.ld + r];
            if (c >= 0) s += A.val[j * A.ld + r] * x[c];
        }
        y[r] = s;
    }
}

static csr_t laplacian(int side)
{
    csr_t A;
    A.rows = side * side;
    A.ptr = (int *)malloc((A.rows + 1) * sizeof(int));
    A.col = (int *)malloc(A.rows * MAX_PER_ROW * sizeof(int));
    A.val = (real *)malloc(A.rows * MAX_PER_ROW * sizeof(real));
    A.nnz = 0;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            int r = i * side + j;
            A.ptr[r] = A.nnz;
#define PUT(c, v) (A.col[A.nnz] = (c), A.val[A.nnz++] = (v))
            if (i > 0) PUT(r - side, -1.0);
            if (j > 0) PUT(r - 1, -1.0);
            PUT(r, 4.0);
            if (j < side - 1) PUT(r + 1, -1.0);
            if (i < side - 1) PUT(r + side, -1.0);
#undef PUT
        }
    A.ptr[A.rows] = A.nnz;
    return A;
}

static ell_t to_ell(const csr_t *A)
{
    ell_t E;
    E.rows = A->rows;
    E.width = MAX_PER_ROW;
    E.ld = (A->rows + 31) & ~31;
    size_t n = (size_t)E.width * E.ld;
    E.col = (int *)malloc(n * sizeof(int));
    E.val = (real *)calloc(n, sizeof(real));
    for (size_t i = 0; i < n; i++) E.col[i] = -1;
    for (int r = 0; r < A->rows; r++)
        for (int k = A->ptr[r], j = 0; k < A->ptr[r + 1]; k++, j++) {
            E.col[j * E.ld + r] = A->col[k];
            E.val[j * E.ld + r] = A->val[k];
        }
    return E;
}

template <typename T>
static T *to_device(const T *h, size_t count)
{
    T *d = NULL;
    CUDA_CALL(cudaMalloc, (void **)&d, count * sizeof(T));
    CUDA_CALL(cudaMemcpy, d, h, count * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

static int compare(const char *what, const real *d_y, const real *ref, real *tmp, int n)
{
    CUDA_CALL(cudaMemcpy, tmp, d_y, n * sizeof(real), cudaMemcpyDeviceToHost);
    double m = 0;
    for (int i = 0; i < n; i++) m = fmax(m, fabs(tmp[i] - ref[i]));
    printf("%-12s max error %.2e\n", what, m);
    return m > 1e-12;
}

int main(void)
{
    csr_t A = laplacian(GRID_SIDE);
    ell_t E = to_ell(&A);
    const int n = A.rows;
    real *x = (real *)malloc(n * sizeof(real)), *ref = (real *)malloc(n * sizeof(real)), *tmp = (real *)malloc(n * sizeof(real));
    for (int i = 0; i < n; i++) x[i] = 1.0 / (1 + i % 37);
    for (int r = 0; r < n; r++) {
        ref[r] = 0;
        for (int k = A.ptr[r]; k < A.ptr[r + 1]; k++) ref[r] += A.val[k] * x[A.col[k]];
    }

    csr_t dA = A;
    dA.ptr = to_device(A.ptr, A.rows + 1);
    dA.col = to_device(A.col, A.nnz);
    dA.val = to_device(A.val, A.nnz);
    ell_t dE = E;
    dE.col = to_device(E.col, (size_t)E.width * E.ld);
    dE.val = to_device(E.val, (size_t)E.width * E.ld);
    real *dx = to_device(x, n), *dy;
    CUDA_CALL(cudaMalloc, (void **)&dy, n * sizeof(real));

    int bad = 0;
    const int T = 4 * WARP;
    spmv_csr_scalar<<<(n + T - 1) / T, T>>>(n, dA.ptr, dA.col, dA.val, dx, dy);
    bad += compare("csr scalar", dy, ref, tmp, n);

    CUDA_CALL(cudaMemset, dy, 0, n * sizeof(real));
    spmv_csr_vector<<<(n * WARP + T - 1) / T, T>>>(dA, dx, dy);
    bad += compare("csr vector", dy, ref, tmp, n);

    CUDA_CALL(cudaMemset, dy, 0, n * sizeof(real));
    spmv_ell<<<dE.ld / WARP, WARP>>>(dE, dx, dy);
    bad += compare("ellpack", dy, ref, tmp, n);

    puts(bad ? "FAILED" : "PASSED");
    cudaFree(dA.ptr); cudaFree(dA.col); cudaFree(dA.val);
    cudaFree(dE.col); cudaFree(dE.val); cudaFree(dx); cudaFree(dy);
    free(A.ptr); free(A.col); free(A.val); free(E.col); free(E.val); free(x); free(ref); free(tmp);
    return bad != 0;
}
