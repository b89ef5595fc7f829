// Banded matrices, LAPACK band storage (column major):
//   AB(ku + i - j, j) = A(i, j)   for max(0, j-ku) <= i <= min(m-1, j+kl)

#include <assert.h>

template <typename T>
__device__ constexpr T lesser(T a, T b) { return b < a ? b : a; }
template <typename T>
__device__ constexpr T greater_of(T a, T b) { return a < b ? b : a; }

__global__ void gbmv(int m, int n, int kl, int ku, float alpha, const float* AB, int ldab,
                     const float* x, float beta, float* y)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(kl >= 0 && ku >= 0 && ldab > kl + ku);
  if (i >= m) return;
  float t = 0.f;
  const int lo = greater_of(0, i - kl), hi = lesser(n - 1, i + ku);
  for (int j = lo; j <= hi; ++j) t += AB[(ku + i - j) + j * ldab] * x[j];
  y[i] = beta != 0.f ? alpha * t + beta * y[i] : alpha * t;
}

// three diagonals, neighbours through shared memory with a halo of one
__global__ void tridiag(const float* lower, const float* diag, const float* upper,
                        const float* x, float* y, int n)
{
  __shared__ float halo[256 + 2];
  const int i = blockIdx.x * 256 + threadIdx.x, s = threadIdx.x + 1;
  halo[s] = i < n ? x[i] : 0.f;
  if (threadIdx.x == 0)   halo[0]   = i > 0 ? x[i - 1] : 0.f;
  if (threadIdx.x == 255) halo[257] = i + 1 < n ? x[i + 1] : 0.f;
  __syncthreads();
  if (i < n) y[i] = diag[i] * halo[s] + lower[i] * halo[s - 1] + upper[i] * halo[s + 1];
}
