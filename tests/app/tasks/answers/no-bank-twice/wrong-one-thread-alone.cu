// says: 128 shared loads of the busiest thread; should be at most 20
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned part[BLOCK];
  int k = blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = k < n ? in[k] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned all = 0;
    for (int d = 0; d < BLOCK; ++d)
      all = all * 3 + part[d];
    out[blockIdx.x] = all;
  }
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
