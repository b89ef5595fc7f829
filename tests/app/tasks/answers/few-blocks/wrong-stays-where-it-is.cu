// says: is in an endless loop
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
__global__ void scale(const int* in, int* out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  while (k < n) {
    out[k] = 3 * in[k] + 1;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
