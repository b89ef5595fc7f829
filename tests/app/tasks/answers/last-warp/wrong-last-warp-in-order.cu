// says: Race on of_warp, line
//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

// The last warp comes last, so it finds the others' sums.
__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int of_warp[BLOCK / 32];
  int tid = threadIdx.x, warp = tid / 32;
  int k = blockIdx.x * BLOCK + tid;
  int sum = k < n ? in[k] : 0;
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s);
  if (tid % 32 == 0) {
    of_warp[warp] = sum;
    if (warp == BLOCK / 32 - 1) {
      for (int other = 0; other < warp; ++other)
        sum += of_warp[other];
      out[blockIdx.x] = sum;
    }
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
