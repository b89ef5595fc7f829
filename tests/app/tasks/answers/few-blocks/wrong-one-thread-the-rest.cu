// says: 41 global stores of the busiest thread; should be at most 3
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// What is left over is done by the very last thread.
__global__ void scale(const int* in, int* out, int n) {
  int threads = gridDim.x * blockDim.x;
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me < n)
    out[me] = 3 * in[me] + 1;
  if (me == threads - 1)
    for (int k = threads; k < n; ++k)
      out[k] = 3 * in[k] + 1;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
