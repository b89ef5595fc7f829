//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
// Not a byte more: the banks are turned by as many as the row of 32 cells has for its number.
const int BLOCK = 128;

__device__ __forceinline__ int swizzled(int k) { return (k & ~31) | ((k + (k >> 5)) & 31); }

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned part[BLOCK];
  const int tid = threadIdx.x;
  const int k = blockIdx.x * BLOCK + tid;
  part[swizzled(tid)] = k < n ? in[k] : 0;
  __syncthreads();
  unsigned weight = 3;
#pragma unroll
  for (int s = 1; s < BLOCK; s <<= 1, weight *= weight) {
    const int left = 2 * s * tid;
    if (left < BLOCK)
      part[swizzled(left)] = part[swizzled(left)] * weight + part[swizzled(left + s)];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = part[swizzled(0)];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
