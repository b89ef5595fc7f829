//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
// A digit times its own weight may be added in any order: then pairs that lie half apart will do.
const int BLOCK = 128;

__device__ unsigned power_of_3(int e) {
  unsigned result = 1, base = 3;
  for (; e > 0; e >>= 1, base *= base)
    if (e & 1) result *= base;
  return result;
}

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned term[BLOCK];
  int i = threadIdx.x;
  int k = blockIdx.x * BLOCK + i;
  term[i] = k < n ? in[k] * power_of_3(BLOCK - 1 - i) : 0;
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    __syncthreads();
    if (i < half) term[i] += term[i + half];
  }
  if (i == 0) out[blockIdx.x] = term[0];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
