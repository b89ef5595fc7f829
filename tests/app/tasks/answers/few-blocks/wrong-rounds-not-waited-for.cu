// says: Race on rounds, line
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// The number of rounds is worked out once for the block, by its first thread.
__global__ void scale(const int* in, int* out, int n) {
  __shared__ int rounds;
  int threads = gridDim.x * blockDim.x;
  if (threadIdx.x == 0)
    rounds = (n + threads - 1) / threads;
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round, k += threads)
    if (k < n)
      out[k] = 3 * in[k] + 1;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
