// Wrong: the stencil through a tile that has room for a halo, but never loads it. Elements at the ends of a block get
// sums that lack some neighbours. A single block, with nothing beyond its ends, gets the right sums if the cells of
// its halo hold zeros.
// in and out have n elements; beyond the ends there are zeros. A block has BLOCK threads.
//! n = 60
//! in = { sides = [60], fill = "counting" }
//! out = { sides = [60] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

__global__ void stencil_no_halo(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  tile[RADIUS + tid] = i < n ? in[i] : 0;  // the mistake: RADIUS elements on each side are missing
  __syncthreads();  // no thread reads the tile before it is full
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
