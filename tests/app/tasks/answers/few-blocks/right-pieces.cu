//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// Piece after piece: the blocks take turns at pieces as long as a block.
__global__ void scale(const int* in, int* out, int n) {
  int pieces = (n + blockDim.x - 1) / blockDim.x;
  for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    int k = piece * blockDim.x + threadIdx.x;
    if (k < n)
      out[k] = 3 * in[k] + 1;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
