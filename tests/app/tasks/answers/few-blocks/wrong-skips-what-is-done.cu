// says: 5 global stores of the busiest thread; should be at most 3
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// Every block goes through all elements, and leaves out what another one has done.
__global__ void scale(const int* in, int* out, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    if (out[k] == 0)
      out[k] = 3 * in[k] + 1;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
