// Wrong: one warp adds the last 64 sums of a block, and nothing synchronizes its lanes. Old code relied on lanes
// running in lockstep, and on volatile to keep the sums out of registers. Since Volta, some lanes may run ahead, and
// then a lane adds a sum that another lane has not stored yet, or has already changed.
// in has n elements; out has a sum for each block. A block has BLOCK threads, a power of two; beyond n it adds zeros.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__global__ void reduce_no_syncwarp(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = BLOCK / 2; s > 32; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid < 32) {
    volatile int* last = sums;
    for (int s = 32; s > 0; s /= 2)
      last[tid] += last[tid + s];  // the mistake: lane tid + s may be a step behind or ahead
    if (tid == 0)
      out[blockIdx.x] = last[0];
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += in[i];
}
