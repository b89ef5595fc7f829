// says: out[96] is 0
// Right as long as three rounds are enough.
//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// 72 elements for 32 threads are three rounds.
__global__ void scale(const int* in, int* out, int n) {
  for (int round = 0; round < 3; ++round) {
    int k = (round * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    if (k < n)
      out[k] = 3 * in[k] + 1;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
