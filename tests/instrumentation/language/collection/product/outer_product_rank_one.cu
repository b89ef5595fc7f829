// BLAS-2 "ger" and friends: A += alpha * x * y^T
// x and y may be strided (negative strides are not supported)
#define KERNEL extern "C" __global__ void
typedef float real;

KERNEL ger(const int m, const int n, const real alpha,
           const real *x, const int incx, const real *y, const int incy,
           real *A, const int lda)
{
  __shared__ real ys[32];
  const int j = blockIdx.x * 32 + threadIdx.x;

  if (threadIdx.y == 0 && j < n) ys[threadIdx.x] = alpha * y[j * incy];
  __syncthreads();

  for (int i = blockIdx.y * blockDim.y + threadIdx.y; i < m; i += gridDim.y * blockDim.y)
    if (j < n) A[i * lda + j] += x[i * incx] * ys[threadIdx.x];
}

// A := A + alpha (x y^T + y x^T), symmetric, lower half only
KERNEL syr2(const int n, const real alpha, const real *x, const real *y, real *A, const int lda)
{
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j > i) return;
  real *a = A + i * lda + j;
  *a = *a + alpha * (x[i] * y[j] + y[i] * x[j]);
}

// plain outer product, nothing read from the result
KERNEL outer(const real x[], const real y[], real A[], const int m, const int n)
{
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < m * n) A[at] = x[at / n] * y[at % n];
}
