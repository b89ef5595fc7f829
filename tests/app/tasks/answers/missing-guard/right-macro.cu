//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __forceinline__ int sum_of(const int* __restrict__ p, const int* q, unsigned e) {
  return p[e] + q[e];
}

__global__ void add(const int* a, const int* b, int* c, int n) {
  const unsigned e = GLOBAL_ID;
  const bool has_work = e < static_cast<unsigned>(n);
  if (has_work)
    c[e] = sum_of(a, b, e);
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
