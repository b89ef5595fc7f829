// Dot products with an error-free transformation (TwoProd by FMA, TwoSum by
// Knuth): the result is as if it had been computed in twice the precision.
// Do not compile with -use_fast_math.

struct TwoFloat {
  float hi;
  float lo;
};

__device__ __forceinline__ TwoFloat two_sum(float a, float b) {
  const float s  = a + b;
  const float bb = s - a;
  return TwoFloat{s, (a - (s - bb)) + (b - bb)};
}

__device__ __forceinline__ TwoFloat two_prod(float a, float b) {
  TwoFloat r;
  r.hi = a * b;
  r.lo = __fmaf_rn(a, b, -r.hi);   // a*b - hi, exactly
  return r;
}

__global__ void gemm_compensated(const float* __restrict__ a, int lda,
                                 const float* __restrict__ b, int ldb,
                                 float* __restrict__ c, int ldc,
                                 float* __restrict__ residue,
                                 int m, int n, int k)
{
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (!(i < m && j < n)) return;

  float s = 0.f, err = 0.f;
  for (int l = 0; l < k; ++l) {
    const TwoFloat p = two_prod(a[i * lda + l], b[l * ldb + j]);
    const TwoFloat t = two_sum(s, p.hi);
    s = t.hi;
    err += t.lo + p.lo;
  }
  c[i * ldc + j] = s + err;
  residue[i * n + j] = err;
}
