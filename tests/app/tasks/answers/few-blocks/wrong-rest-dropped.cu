// says: out[64] is 0 but should be
// Whole rounds only.
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
__global__ void scale(const int* in, int* out, int n) {
  int threads = gridDim.x * blockDim.x;
  for (int round = 0; round < n / threads; ++round) {
    int k = round * threads + blockIdx.x * blockDim.x + threadIdx.x;
    out[k] = 3 * in[k] + 1;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
