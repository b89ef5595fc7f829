// says: 128 global stores; should be 72
// A stride as long as a block: the blocks do each other's elements again.
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
__global__ void scale(const int* in, int* out, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += blockDim.x)
    out[k] = 3 * in[k] + 1;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
