// says: did you mean '__shared__'
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __share__ unsigned part[BLOCK + 4];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  part[tid + tid / 32] = k < n ? in[k] : 0;
  __syncthreads();
  if (tid == 0)
    out[blockIdx.x] = part[0];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
