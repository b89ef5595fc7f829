//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// Each block has one long run of its own, and goes through it side by side.
__global__ void scale(const int* in, int* out, int n) {
  int rounds = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  int begin = blockIdx.x * rounds * blockDim.x;
  int end = min(begin + rounds * (int)blockDim.x, n);
  for (int k = begin + threadIdx.x; k < end; k += blockDim.x)
    out[k] = 3 * in[k] + 1;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
