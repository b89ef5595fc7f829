// says: 1 024 shared bytes; should be at most 537.6
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

// The pieces go to the other array side by side, and back.
__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned even[BLOCK], odd[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  (tid % 2 ? odd : even)[tid / 2] = k < n ? in[k] : 0;
  unsigned weight = 3;
  for (int left = BLOCK / 2; left > 0; left /= 2) {
    __syncthreads();
    unsigned both = 0;
    if (tid < left) both = even[tid] * weight + odd[tid];
    weight *= weight;
    __syncthreads();
    if (tid < left) (tid % 2 ? odd : even)[tid / 2] = both;
  }
  if (tid == 0)
    out[blockIdx.x] = even[0];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
