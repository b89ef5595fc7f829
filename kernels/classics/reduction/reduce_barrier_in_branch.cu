// Wrong: the barrier stands within the branch that adds. Half of the threads come to it in the first step; the others
// are past the loop already, at another barrier, and wait there. Neither half can count on what the other has done.
// in and out have n elements; each of out gets the sum of its block. The block is BLOCK threads, a power of two.
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
  __syncthreads();  // nobody adds an element before it is there
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s) {
      sums[tid] += sums[tid + s];
      __syncthreads();  // the mistake: only some threads come here
    }
  }
  __syncthreads();  // nobody takes the sum before it is there
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
