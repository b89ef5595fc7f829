// says: elements are wrong
//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 128;

// 3 to the 21st is more than 2^32, so the first digits cannot matter.
__global__ void digits(const unsigned* in, unsigned* out, int n) {
  int tid = threadIdx.x, lane = tid % 32;
  int k = blockIdx.x * BLOCK + tid;
  unsigned value = k < n ? in[k] : 0, weight = 3;
  for (int s = 1; s < 32; s *= 2) {
    value = value * weight + __shfl_down_sync(0xffffffff, value, s);
    weight *= weight;
  }
  if (tid == BLOCK - 32)
    out[blockIdx.x] = value;
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
