// says: sectors loaded from in
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// Each thread has a run of neighbours to do.
__global__ void scale(const int* in, int* out, int n) {
  int threads = gridDim.x * blockDim.x;
  int each = (n + threads - 1) / threads;
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int k = begin; k < begin + each && k < n; ++k)
    out[k] = 3 * in[k] + 1;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
