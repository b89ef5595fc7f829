//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// One thread in eight walks over the filled tile, and adds what comes in and takes off what
// falls out.
const int RUN = 8;

__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int t[RADIUS + BLOCK + RADIUS];
  const int start = blockIdx.x * BLOCK, most = n + 2 * RADIUS - start;
  for (int j = threadIdx.x; j < BLOCK + 2 * RADIUS; j += BLOCK)
    if (j < most)
      t[j] = in[start + j];
  __syncthreads();
  if (threadIdx.x % RUN != 0)
    return;
  int at = threadIdx.x;
  int window = 0;
  for (int k = 0; k < 2 * RADIUS && at + k < most; ++k)
    window += t[at + k];
  for (; at < threadIdx.x + RUN && at < BLOCK && start + at < n; ++at) {
    window += t[at + 2 * RADIUS];
    out[start + at] = window;
    window -= t[at];
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
