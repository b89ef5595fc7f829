// The prefix sums of each block's elements, with one row to read and one to write.
// A block has BLOCK threads, a power of two, and BLOCK divides n.
//! n = 16
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "n / BLOCK"
//! block = "BLOCK"
const int BLOCK = 8;

__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int sums[2][BLOCK];
  int tid = threadIdx.x, now = 0;
  sums[now][tid] = in[blockIdx.x * BLOCK + tid];
  __syncthreads();
  for (int s = 1; s < BLOCK; s *= 2) {
    sums[1 - now][tid] = sums[now][tid] + (tid >= s ? sums[now][tid - s] : 0);
    __syncthreads();
    now = 1 - now;
  }
  out[blockIdx.x * BLOCK + tid] = sums[now][tid];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK == 0 ? 0 : out[k - 1]);
}
