// The stencil on an array with RADIUS ghost cells beyond each end. They hold the values beyond the ends, usually
// zeros, so no thread needs a guard. Each block does the same number of loads, BLOCK + 2 * RADIUS = 20.
// in has n + 2 * RADIUS elements, out has n, a multiple of BLOCK. A block has BLOCK threads, at least 2 * RADIUS.
//! n = 64
//! in = { sides = ["n + 2 * RADIUS"], fill = "counting" }
//! out = { sides = [64] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

__global__ void stencil_ghost_cells(const int* in, int* out, int n) {
  __shared__ int tile[BLOCK + 2 * RADIUS];
  int tid = threadIdx.x;
  int first = blockIdx.x * BLOCK;
  for (int k = tid; k < BLOCK + 2 * RADIUS; k += BLOCK)
    tile[k] = in[first + k];
  __syncthreads();  // no thread reads the tile before it is full, halo included
  int sum = 0;
  for (int k = 0; k <= 2 * RADIUS; ++k)
    sum += tile[tid + k];
  out[first + tid] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
