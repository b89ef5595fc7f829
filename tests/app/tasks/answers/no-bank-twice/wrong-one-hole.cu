// says: 2 ways per load; should be at most 1
// A hole after 64 cells is not enough.
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

__device__ int place(int k) { return k + k / 64; }

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned part[BLOCK + BLOCK / 64];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  part[place(tid)] = k < n ? in[k] : 0;
  __syncthreads();
  unsigned weight = 3;
  for (int s = 1; s < BLOCK; s *= 2) {
    int left = 2 * s * tid;
    if (left < BLOCK)
      part[place(left)] = part[place(left)] * weight + part[place(left + s)];
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
