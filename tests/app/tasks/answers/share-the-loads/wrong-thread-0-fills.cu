// says: global loads of the busiest thread
//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  if (tid == 0)
    for (int c = 0; c < BLOCK + 2 * RADIUS && first + c < n + 2 * RADIUS; ++c)
      tile[c] = in[first + c];
  __syncthreads();
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
