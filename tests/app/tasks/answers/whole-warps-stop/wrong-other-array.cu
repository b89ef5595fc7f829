// says: 512 shared bytes; should be at most 256
//! n = 100
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

// What is counted is what is loaded from sums. So the tree has another array.
__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  __shared__ int tree[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  tree[tid] = k < n ? in[k] : 0;
  __syncthreads();
  for (int s = 1; s < BLOCK; s *= 2) {
    if (tid % (2 * s) == 0)
      tree[tid] += tree[tid + s];
    __syncthreads();
  }
  if (tid == 0) {
    sums[0] = tree[0];
    out[blockIdx.x] = sums[0];
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
