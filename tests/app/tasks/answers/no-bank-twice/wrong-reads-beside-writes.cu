// says: Race on part, line
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

// The pieces close up after each step, and lie side by side again. In order this comes out right.
__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned part[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  part[tid] = k < n ? in[k] : 0;
  unsigned weight = 3;
  for (int left = BLOCK / 2; left > 0; left /= 2) {
    __syncthreads();
    if (tid < left)
      part[tid] = part[2 * tid] * weight + part[2 * tid + 1];
    weight *= weight;
  }
  if (tid == 0)
    out[blockIdx.x] = part[0];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
