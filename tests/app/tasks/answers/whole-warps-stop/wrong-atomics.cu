// says: 100 atomics; should be 0
//! n = 100
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  if (tid == 0)
    sums[0] = 0;
  __syncthreads();
  if (k < n)
    atomicAdd(&sums[0], in[k]);
  __syncthreads();
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
