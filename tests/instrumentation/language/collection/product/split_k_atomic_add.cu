// Small m and n, huge k: blockIdx.z takes a slice of k and adds its part.
#ifdef USE_DOUBLE
#define real double
#else
#define real float
#endif

constexpr int T = 16;

__global__ void gemm_splitk(const real* __restrict__ a, const real* __restrict__ b,
                            real* c, int m, int n, int k, real alpha)
{
  __shared__ real ta[T][T + 1];
  __shared__ real tb[T][T + 1];

  const int per  = (k + gridDim.z - 1) / gridDim.z;
  const int from = blockIdx.z * per;
  const int to   = min(k, from + per);
  const int i = blockIdx.y * T + threadIdx.y;
  const int j = blockIdx.x * T + threadIdx.x;

  real part = 0;
  for (int p = from; p < to; p += T)
  {
    ta[threadIdx.y][threadIdx.x] = i < m && p + (int)threadIdx.x < to ? a[i * k + p + threadIdx.x] : real(0);
    tb[threadIdx.y][threadIdx.x] = j < n && p + (int)threadIdx.y < to ? b[(p + threadIdx.y) * n + j] : real(0);
    __syncthreads();
#pragma unroll
    for (int q = 0; q < T; ++q) part += ta[threadIdx.y][q] * tb[q][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n && from < to) atomicAdd(&c[i * n + j], alpha * part);
}

// c = beta * c, to be run before the slices
__global__ void scale(real* c, real beta, int count)
{
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += blockDim.x * gridDim.x)
    c[i] *= beta;
}

// the version that forgot the atomic: slices overwrite each other's sums
__global__ void gemm_splitk_racy(const real* a, const real* b, real* c, int n, int k)
{
  int per = k / gridDim.z, i = threadIdx.y, j = threadIdx.x;
  real part = 0;
  for (int p = blockIdx.z * per; p < (blockIdx.z + 1) * per; ++p)
    part += a[i * k + p] * b[p * n + j];
  c[i * n + j] += part;
}
#undef real
