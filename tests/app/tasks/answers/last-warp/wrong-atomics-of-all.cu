// says: 150 atomics; should be at most 6
//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void sum_up(const int* in, int* out, int n) {
  int k = blockIdx.x * BLOCK + threadIdx.x;
  if (k < n)
    atomicAdd(&out[blockIdx.x], in[k]);
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
