//! n = 100
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
#define BLOCK 64
#define STEP(s)               \
  if (BLOCK >= 2 * (s)) {     \
    if (t < (s))              \
      sums[t] += sums[t + s]; \
    __syncthreads();          \
  }

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  const unsigned t = threadIdx.x;
  const unsigned g = blockIdx.x * blockDim.x + t;
  sums[t] = g < n ? in[g] : 0;
  __syncthreads();
  STEP(512) STEP(256) STEP(128) STEP(64) STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1)
  if (t == 0) out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
