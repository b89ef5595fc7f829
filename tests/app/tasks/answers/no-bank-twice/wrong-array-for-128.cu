// says: 528 shared bytes; should be at most 268.8
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned part[132];  // 128, and a hole after each 32
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  part[tid + tid / 32] = k < n ? in[k] : 0;
  __syncthreads();
  unsigned weight = 3;
  for (int s = 1; s < BLOCK; s *= 2) {
    int left = 2 * s * tid, right = left + s;
    if (left < BLOCK)
      part[left + left / 32] = part[left + left / 32] * weight + part[right + right / 32];
    weight *= weight;
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = part[0];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
