// Wrong: the dot product of dot_block with no barrier between the steps of its tree. A thread adds sums[tid + s] before
// another one has brought it up to date, so products get lost under some schedules, and none under others.
// a and b have n elements; out has one sum a block. The block is BLOCK threads, a power of two.
//! n = 200
//! a = { sides = [200], fill = "random" }
//! b = { sides = [200], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void dot_no_barrier(const float* a, const float* b, float* out, int n) {
  __shared__ float sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? a[i] * b[i] : 0.0f;
  __syncthreads();  // nobody adds a product before it is there
  for (int s = BLOCK / 2; s > 0; s /= 2)
    if (tid < s)
      sums[tid] += sums[tid + s];  // a barrier is missing behind this line
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const float* a, const float* b, float* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += a[i] * b[i];
}
