// BLAS-like storage: column major everywhere.  IDX2C as in the cuBLAS guide.
#include <cstdlib>
#include <cstdio>
#define IDX2C(i,j,ld) (((j)*(ld))+(i))
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1);} } while (0)

__global__ void dgemm_nn(int M, int N, int K, const double *A, int lda,
                         const double *B, int ldb, double *C, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;   // row
    int j = blockIdx.y * blockDim.y + threadIdx.y;   // column
    if (i >= M || j >= N) return;
    double t = 0;
    for (int p = 0; p < K; p++)
        t += A[IDX2C(i, p, lda)] * B[IDX2C(p, j, ldb)];
    C[IDX2C(i, j, ldc)] = t;
}

int main(void)
{
    const int M = 90, N = 33, K = 47;
    double *a = (double*)malloc(M*K*sizeof(double));
    double *b = (double*)malloc(K*N*sizeof(double));
    double *c = (double*)malloc(M*N*sizeof(double));
    for (int j = 0; j < K; j++) for (int i = 0; i < M; i++) a[IDX2C(i,j,M)] = i - j;
    for (int j = 0; j < N; j++) for (int i = 0; i < K; i++) b[IDX2C(i,j,K)] = (i ^ j) * 0.125;
    double *da, *db, *dc;
    CHECK(cudaMalloc(&da, M*K*sizeof(double)));
    CHECK(cudaMalloc(&db, K*N*sizeof(double)));
    CHECK(cudaMalloc(&dc, M*N*sizeof(double)));
    CHECK(cudaMemcpy(da, a, M*K*sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, b, K*N*sizeof(double), cudaMemcpyHostToDevice));
    dim3 thr(32, 4);
    dim3 blk((M + 31) / 32, (N + 3) / 4);
    dgemm_nn<<<blk, thr>>>(M, N, K, da, M, db, K, dc, M);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c, dc, M*N*sizeof(double), cudaMemcpyDeviceToHost));
    printf("c(0,0)=%g c(M-1,N-1)=%g\n", c[0], c[IDX2C(M-1,N-1,M)]);
    cudaFree(da); cudaFree(db); cudaFree(dc);
    free(a); free(b); free(c);
    return 0;
}
