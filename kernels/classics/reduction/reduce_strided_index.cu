// Slow in another way: the tree of reduce_interleaved, but adjacent threads add, so whole warps stop. The sums of
// adjacent threads are 2 * s apart, which causes bank conflicts: 2, 4, 8, 8, 8, 4, 2, 1 ways in the eight steps.
// in has n elements; out has a sum for each block. A block has BLOCK threads, a power of two; beyond n it adds zeros.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__global__ void reduce_strided_index(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = 1; s < BLOCK; s *= 2) {
    int left = 2 * s * tid;
    if (left < BLOCK)
      sums[left] += sums[left + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += in[i];
}
