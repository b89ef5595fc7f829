// One sum of all elements: each block adds its elements in a tree, then adds its sum to the result with one atomic.
// 4 blocks do 4 atomics on one cell; with one for each element there would be 1000.
// in has n elements, out has one, initially 0. A block has BLOCK threads, a power of two; beyond n it adds
// zeros.
//! n = 1000
//! in = { sides = [1000], fill = "counting" }
//! out = { sides = [1], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__global__ void reduce_atomic(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid == 0)
    atomicAdd(out, sums[0]);
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[0] += in[i];
}
