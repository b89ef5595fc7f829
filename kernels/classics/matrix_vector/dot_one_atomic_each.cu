// Slow: the dot product of a and b, where each thread adds its product to the result with an atomic. The result is
// right, but all n threads take turns at one cell: 32 rounds for a full warp.
// a and b have n elements; out has one element, initially 0.
//! n = 100
//! a = { sides = [100], fill = "random" }
//! b = { sides = [100], fill = "random" }
//! out = { sides = [1], fill = "zeros" }
//! grid = 2
//! block = 64
__global__ void dot_one_atomic_each(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&out[0], a[i] * b[i]);
}

void reference(const float* a, const float* b, float* out, int n) {
  for (int i = 0; i < n; ++i)
    out[0] += a[i] * b[i];
}
