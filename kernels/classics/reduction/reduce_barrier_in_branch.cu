// Wrong: the barrier is inside the branch that adds. In the first step, half of the threads reach it; the other threads
// have left the loop already and wait at another barrier. Neither half can rely on what the other half has done.
// in and out have n elements; each element of out gets the sum of its block. A block has BLOCK threads, a power of two.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = [512] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__global__ void reduce_barrier_in_branch(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s) {
      sums[tid] += sums[tid + s];
      __syncthreads();  // the mistake: only some threads reach this barrier
    }
  }
  __syncthreads();  // no thread reads the sum before it is stored
  if (i < n)
    out[i] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int first = 0; first < n; first += BLOCK) {
    int sum = 0;
    for (int i = first; i < first + BLOCK && i < n; ++i)
      sum += in[i];
    for (int i = first; i < first + BLOCK && i < n; ++i)
      out[i] = sum;
  }
}
