// The first step of the tree is done while the elements are loaded: a thread loads two and keeps their sum. Half as
// many threads are enough, with one step and one barrier fewer.
// in has n elements; out has a sum for each block. A block has BLOCK threads, a power of two; beyond n it adds zeros.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = ["(n + 2 * BLOCK - 1) / (2 * BLOCK)"] }
//! grid = "(n + 2 * BLOCK - 1) / (2 * BLOCK)"
//! block = "BLOCK"
const int BLOCK = 128;

__global__ void reduce_two_loads(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * 2 * BLOCK + tid;
  sums[tid] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
  __syncthreads();  // no thread adds a sum before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / (2 * BLOCK)] += in[i];
}
