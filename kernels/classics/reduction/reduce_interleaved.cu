// Slow: the sum of a block as a tree of adjacent pairs. In step s, only threads whose index is a multiple of 2 * s add.
// In the first five steps every warp stays active, with ever fewer lanes, from 16 of 32 down to 1: divergence.
// in has n elements; out has a sum for each block. A block has BLOCK threads, a power of two; beyond n it adds zeros.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__global__ void reduce_interleaved(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = 1; s < BLOCK; s *= 2) {
    if (tid % (2 * s) == 0)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += in[i];
}
