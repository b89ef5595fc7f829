// says: are wrong
// The sum of each block's elements. Each step halves the number of sums.
// out has a sum for each block. A block has BLOCK threads, a power of two, and BLOCK divides n.
//! n = 32
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  sums[tid] = in[blockIdx.x * BLOCK + tid];
  __syncthreads();
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      sums[tid] += sums[s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
