//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// The tile is always full: cells that have no element get 0. Warps go over it in steps of the
// block.
#define CELLS (BLOCK + 2 * RADIUS)
#define HAS_ELEMENT(g) ((g) < n + 2 * RADIUS)
__global__ void smooth(const int* __restrict__ in, int* __restrict__ out, int n) {
  __shared__ int cells[CELLS];
  const int base = blockIdx.x * blockDim.x;
#pragma unroll
  for (int c = 0; c < CELLS; c += BLOCK) {
    const int at = c + threadIdx.x;
    if (at < CELLS) cells[at] = HAS_ELEMENT(base + at) ? in[base + at] : 0;
  }
  __syncthreads();
  int total = cells[threadIdx.x];
#pragma unroll
  for (int d = 1; d <= 2 * RADIUS; ++d) total += cells[threadIdx.x + d];
  if (base + threadIdx.x < n) out[base + threadIdx.x] = total;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
