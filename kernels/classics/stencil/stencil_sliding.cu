// Slow: each thread computes the stencil for a run of EACH elements, with the neighbourhood in registers. For the next
// sum it adds the next element and subtracts the oldest. It does EACH + 2 * RADIUS loads and needs no barrier; but
// adjacent lanes are EACH elements apart, so many bytes are moved that no lane uses.
// in has n + 2 * RADIUS elements, out has n, a multiple of EACH times the block size.
//! n = 512
//! in = { sides = ["n + 2 * RADIUS"], fill = "counting" }
//! out = { sides = [512] }
//! grid = "n / (32 * EACH)"
//! block = 32
const int EACH = 8;
const int RADIUS = 2;

__global__ void stencil_sliding(const int* in, int* out, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
  int seen[2 * RADIUS + 1];
  int sum = 0;
  for (int k = 0; k < 2 * RADIUS; ++k)
    sum += seen[k] = in[first + k];
  for (int i = 0; i < EACH; ++i) {
    sum += seen[2 * RADIUS] = in[first + i + 2 * RADIUS];
    out[first + i] = sum;
    sum -= seen[0];
    for (int k = 0; k < 2 * RADIUS; ++k)
      seen[k] = seen[k + 1];
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
