// Each element becomes the sum of its neighbourhood, RADIUS elements on each side. A block loads each element once,
// into a tile with a halo: its own BLOCK elements, and RADIUS more on each side. This takes 20 loads, not 80.
// in and out have n elements; beyond the ends there are zeros. A block has BLOCK threads, at least 2 * RADIUS.
//! n = 60
//! in = { sides = [60], fill = "counting" }
//! out = { sides = [60] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

__global__ void stencil_halo(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x;
  int first = blockIdx.x * BLOCK - RADIUS;  // the element at the beginning of the tile
  for (int k = tid; k < BLOCK + 2 * RADIUS; k += BLOCK)
    tile[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
  __syncthreads();  // no thread reads the tile before it is full, halo included
  int i = blockIdx.x * BLOCK + tid;
  if (i >= n)
    return;
  int sum = 0;
  for (int k = 0; k <= 2 * RADIUS; ++k)
    sum += tile[tid + k];
  out[i] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = i - RADIUS; k <= i + RADIUS; ++k)
      if (k >= 0 && k < n)
        out[i] += in[k];
}
