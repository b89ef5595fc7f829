//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  sums[tid] = k < n ? in[k] : 0;
  __syncthreads();
  // up: a tree of sums, each at the right end of what it is of
  for (int s = 1; s < BLOCK; s *= 2) {
    int right = 2 * s * (tid + 1) - 1;
    if (right < BLOCK)
      sums[right] += sums[right - s];
    __syncthreads();
  }
  // down: what lies between is filled up from the left
  for (int s = BLOCK / 4; s > 0; s /= 2) {
    int left = 2 * s * (tid + 1) - 1;
    if (left + s < BLOCK)
      sums[left + s] += sums[left];
    __syncthreads();
  }
  if (k < n)
    out[k] = sums[tid];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
