// The dot product of a and b, block by block: one product per thread, and a tree in shared memory adds the products of
// a block. A tree of BLOCK leaves has log2(BLOCK) steps, each with a barrier, and one more barrier after the leaves.
// a and b have n elements; out has one sum per block. A block has BLOCK threads, a power of two.
//! n = 200
//! a = { sides = [200], fill = "random" }
//! b = { sides = [200], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void dot_block(const float* a, const float* b, float* out, int n) {
  __shared__ float sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? a[i] * b[i] : 0.0f;
  __syncthreads();  // no thread adds a product before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const float* a, const float* b, float* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += a[i] * b[i];
}
