//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// Every thread loads its own element; the first 2 * RADIUS of them load one more, a block
// further on.
__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  int length = n + 2 * RADIUS;
  if (i < length) {
    tile[tid] = in[i];
  }
  if (tid < 2 * RADIUS && i + BLOCK < length) {
    tile[tid + BLOCK] = in[i + BLOCK];
  }
  __syncthreads();
  if (i < n) {
    int sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++) {
      sum = sum + tile[tid + k];
    }
    out[i] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
