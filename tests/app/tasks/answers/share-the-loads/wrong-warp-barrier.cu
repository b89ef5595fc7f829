// says: launch 4
//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// A block of one warp is right with this. A block of two is not.
__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  for (int c = tid; c < BLOCK + 2 * RADIUS && first + c < n + 2 * RADIUS; c += BLOCK)
    tile[c] = in[first + c];
  __syncwarp();
  if (first + tid < n) {
    int sum = 0;
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += tile[tid + k];
    out[first + tid] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
