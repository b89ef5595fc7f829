// says: 64 global loads of the busiest thread; should be at most 1
//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

// Nobody has to wait for anybody.
__global__ void sum_up(const int* in, int* out, int n) {
  if (threadIdx.x > 0) return;
  int sum = 0;
  for (int k = blockIdx.x * BLOCK; k < (blockIdx.x + 1) * BLOCK && k < n; ++k)
    sum += in[k];
  out[blockIdx.x] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
